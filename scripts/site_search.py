"""The search of scripts/site: which parts of the pages there are, and an index of their words.

A part is a page, a heading with its text, or a term. A term is an item of a list or a row of a table
that begins with an option, a column or the number of a rule, or a paragraph that begins with bold
words and a full stop. site.js reads the index.
"""
import html
import json
import re
from html.parser import HTMLParser

# A word may join others: keep-alive, battery.capacity, ci_low, SR-015, --out.
WORD = re.compile(r"(?:(?<!\w)--?(?=[^\W\d]))?\w+(?:[-.]\w+)*")
# What a word counts for: in a page's title, in a heading or a term, in a text. Questions are long
# titles, of which each word says less.
TITLE, HEADING, TEXT, MOST_TEXT = 12, 8, 1, 3
SHORT = 4
# What a part of the site counts for, in tenths.
WEIGHTS = [
    ("docs/start/", 13), ("docs/guide/", 13), ("docs/reference/", 12), ("README.md", 12),
    ("docs/background/decisions/", 7), ("docs/", 10), ("Reports/assumptions.md", 5),
    ("Reports/", 10), ("CHANGELOG.md", 4),
]
OTHER_WEIGHT = 5
# Words that are on most pages. site.js leaves them out of what is asked, too.
COMMON = frozenset(
    "a an and are as at be by can do does for from has have how i if in is it its my of on or s "
    "that the their they this to what which with".split())

RULE = r"[A-Z]{1,2}-?\d{3}"
TERM = re.compile(
    r'<h[2-4] id="(?P<section>[^"]*)">'
    r"|<li>(?=(?:\n?<p>)?(?P<item><code>[^<]+</code>(?:, <code>[^<]+</code>)*)(?::| \())"
    rf"|<tr>(?=\n<td>(?P<row>{RULE}|<code>[^<]+</code>)</td>)"
    r"|<p>(?=<strong>(?P<bold>(?:(?!</strong>).)+?)\.</strong>)", re.S)


def words(text, numbers=False):
    """The words of a text, in small letters: each whole, and the words that it joins.

    The numbers that words join say little, except in a name such as iphone-4. Some write wi-fi as
    one word.
    """
    for found in WORD.findall(text.lower()):
        yield found
        joined = [one for one in re.split(r"[-._]+", found) if one]
        if len(joined) > 1:
            yield from (one for one in joined if numbers or not one.isdigit())
        if len(joined) == 2 and "".join(joined).isalpha():
            yield "".join(joined)


def counted(heading, most):
    """What each word of a heading counts for."""
    found = list(dict.fromkeys(words(heading, numbers=True)))
    return dict.fromkeys(found, max(round(most * min(1, SHORT / max(1, len(found)))), MOST_TEXT))


def with_terms(markup):
    """The markup with an id for each term, such as options.html#device.floor."""
    used, section = set(re.findall(r' id="([^"]*)"', markup)), ""

    def one(found):
        nonlocal section
        if found.group("section") is not None:
            section = found.group("section")
            return found.group(0)
        term = next(filter(None, found.group("item", "row", "bold")))
        said = html.unescape(re.sub(r"<[^>]*>", "", term))
        name = re.sub(r"[^\w.-]+", "-", said).strip("-")
        if not re.fullmatch(RULE, name):
            name = f"{section}.{name}" if section else name
        while name in used:
            name += "-"
        used.add(name)
        return f'{found.group(0)[:-1]} id="{html.escape(name)}">'

    return TERM.sub(one, markup)


class Parts(HTMLParser):
    """The parts of a page's markup, each as [id, title, text, title of the part above a term].

    The first part is the page itself.
    """

    # A term's title ends with its code, cell or bold words, a heading's with the heading.
    ENDS = {"h2": ("h2",), "h3": ("h3",), "h4": ("h4",), "li": ("code",), "tr": ("td",),
            "p": ("strong",)}
    BLOCKS = {"p", "li", "tr", "td", "th", "pre", "h1", "h2", "h3", "h4", "br", "figcaption"}

    def __init__(self, markup, tables=True):
        super().__init__()
        if not tables:
            markup = re.sub(r"<table>.*?</table>", "", markup, flags=re.S)
        self.parts = [["", "", "", ""]]
        self.section = self.parts[0]
        # Where a title is being read: the tags that end it. Where a term is: its tag.
        self.title, self.term, self.mute = (), None, 0
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        if tag in self.ENDS and said.get("id"):
            self.parts.append([said["id"], "", "", ""])
            self.title = self.ENDS[tag]
            if not tag.startswith("h"):
                self.term = tag
                self.parts[-1][3] = self.section[1] if self.section[0] else ""
            else:
                self.section, self.term = self.parts[-1], None
        elif tag == "h1":
            self.title = ("h1",)
        if said.get("class") == "mark" or self.mute:
            self.mute += 1
        if tag in self.BLOCKS:
            self.add(" ")

    def handle_endtag(self, tag):
        if self.mute:
            self.mute -= 1
        if tag in self.title:
            self.title = ()
        if tag == self.term:
            self.term = None
        if tag in self.BLOCKS:
            self.add(" ")

    def handle_data(self, data):
        if not self.mute:
            self.add(data)

    def add(self, data):
        part = self.parts[-1] if self.term or self.title else self.section
        part[1 if self.title else 2] += data


def shortened(text):
    return re.sub(r"\s+", " ", text).strip()


class Search:
    """What is found where. Pages may come in any order; the index has them by place."""

    def __init__(self):
        self.pages = {}

    def add(self, path, where, title, group, parts, name=""):
        """A page of the file `path` at `where` of the site; `parts` are those of `Parts`.

        `name` is what else a page is called.
        """
        weight = next((w for start, w in WEIGHTS if path.startswith(start)), OTHER_WEIGHT)
        self.pages[where] = (title, group, weight, parts, name)

    def scripts(self):
        """The index and the texts, as scripts: a page from a disk can read no other file.

        The index alone finds a part; its text only shows where the words are.
        """
        pages, parts, texts, found = [], [], [], {}
        for where in sorted(self.pages):
            title, group, weight, of_page, called = self.pages[where]
            pages.append([where, title, group, weight, called])
            for name, heading, text, above in of_page:
                heading, text = shortened(heading).rstrip("."), re.sub(r"^[:,] ", "", shortened(text))
                counts = {}
                for word in words(text):
                    counts[word] = min(counts.get(word, 0) + TEXT, MOST_TEXT)
                if name:
                    counts.update(counted(heading, HEADING))
                else:
                    counts.update(counted(title, TITLE) | counted(called, TITLE))
                for word, count in counts.items():
                    if word not in COMMON:
                        found.setdefault(word, []).append((len(parts), count))
                parts.append([len(pages) - 1, name, heading if name else "", shortened(above)])
                texts.append(text)
        names = sorted(found, key=lambda word: word.encode("utf-16-be"))
        index = {
            "pages": pages, "parts": parts, "common": sorted(COMMON), "words": names,
            # For each word, in turn: how many parts further on it is found, and what that counts.
            "found": [apart(found[name]) for name in names],
        }
        return {"site-index.js": script("siteIndex", index),
                "site-texts.js": script("siteTexts", texts)}


def script(name, value):
    said = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"{name} = {said};\n"


def apart(places):
    said, before = [], 0
    for part, count in places:
        said += [part - before, count]
        before = part
    return said
