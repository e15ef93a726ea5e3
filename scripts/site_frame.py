"""What stands around each page of scripts/site: the head, contents, and the pages before and after.

Contents fold without a script: on narrow screens they are a line that opens.
"""
import posixpath
import re

from site_tree import Tree, escaped, plain

# Pages with fewer headings need no contents.
FEW_HEADINGS = 3
TOP = [
    ("Start", "docs/start/first-comparison.md"), ("Guide", "docs/guide/tour.md"),
    ("Reference", "docs/reference/glossary.md"), ("Reports", "Reports/README.md"),
    ("Trust", "docs/background/trust.md"), ("All pages", "docs/README.md"),
]


def headings(body):
    """The headings of the second and third level, as (level, id, words)."""
    found = re.findall(r'<h([23]) id="([^"]*)">(.*?)</h\1>', body)
    return [(int(level), plain(name), plain(re.sub(r'<a class="mark".*?</a>', "", words)).strip())
            for level, name, words in found]


class Frame(Tree):
    def part(self, path):
        """The part of the index that has a page, or none."""
        return next((part for part, page in self.order if page[0] == path), None)

    def group(self, path):
        """The part of the site that a page belongs to, in words."""
        folder = path.split("/")[0].lstrip(".") if "/" in path else ""
        return self.part(path) or (folder if folder != "docs" else "")

    def contents(self, path, here):
        """The pages of each part of the index, folded but for the part of this page."""
        own, said = self.part(path), []
        for part, pages in self.parts:
            if not pages:
                continue
            said.append(self.folded(part, part == own, self.listed(pages, path, here)))
        if self.has("Reports/README.md"):
            is_report = path.startswith("Reports/")
            files = [("Reports/README.md", "all questions"), ("Reports/index.html", "all pictures")]
            if is_report:
                files += [(f"Reports/{n}/table.txt", n) for n in self.scenarios()]
            pages = [(file, name, "", "") for file, name in files if self.has(file)]
            said.append(self.folded("Reports", is_report, self.listed(pages, path, here)))
        return "\n".join(said)

    def listed(self, pages, path, here):
        """Links to pages, below the labels that the index gives them."""
        said, before = ["<ul>"], ""
        for file, name, question, label in pages:
            # The pages of decisions only have numbers. Only they and the other pages of their part
            # show them.
            if name.isdigit() and self.part(file) != self.part(path):
                continue
            if label != before:
                said.append(f'</ul>\n<p>{escaped(label)}</p>\n<ul>')
                before = label
            words = f"{name}. {question}" if name.isdigit() else name
            now = ' aria-current="page"' if file == path else ""
            said.append(f'<li><a href="{self.link(here, file)}"{now}>'
                        f"{escaped(words.replace('`', ''))}</a></li>")
        return "\n".join(said + ["</ul>"]).replace("<ul>\n</ul>\n", "")

    @staticmethod
    def folded(words, is_open, inside):
        return (f'<details{" open" if is_open else ""}><summary>{escaped(words)}</summary>\n'
                f"{inside}\n</details>")

    @staticmethod
    def within(found):
        """Links to the headings of a page; to none if there are few."""
        if len(found) < FEW_HEADINGS:
            return ""
        said = []
        for level, name, words in found:
            mark = ' class="below"' if level == 3 else ""
            said.append(f'<li{mark}><a href="#{escaped(name)}">{escaped(words)}</a></li>')
        return ('<details class="within"><summary>On this page</summary>\n'
                '<nav aria-label="On this page">\n<ul>\n' + "\n".join(said)
                + "\n</ul>\n</nav></details>\n")

    def neighbours(self, path, here):
        """Links to the pages before and after this one in its part."""
        own = self.part(path)
        pages = [page[:3] for part, page in self.order if part == own]
        if own is None and path.startswith("Reports/"):
            pages = [(f"Reports/{n}/table.txt", n, self.answers.get(n, {}).get("question") or "")
                     for n in self.scenarios()]
        at = next((n for n, page in enumerate(pages) if page[0] == path), None)
        if at is None:
            return ""
        said = []
        for step, rel, arrow in ((-1, "prev", "← {}"), (1, "next", "{} →")):
            if 0 <= at + step < len(pages):
                file, name, question = pages[at + step]
                words = arrow.format(escaped(f"decision {name}" if name.isdigit() else name))
                said.append(
                    f'<a rel="{rel}" href="{self.link(here, file)}">{words}'
                    f"<small>{escaped(question.replace('`', ''))}</small></a>")
        if not said:
            return ""
        return f'<nav class="steps" aria-label="Page before and after">{"".join(said)}</nav>'

    def framed(self, path, here, title, body, contents=None):
        """A whole page: `body` with what every page has. `contents` are as of `headings`."""
        root = posixpath.relpath(".", posixpath.dirname(here) or ".")
        menu = "".join(
            f'<a href="{self.link(here, file)}">{name}</a>' for name, file in TOP
            if self.has(file))
        front = path == "README.md"
        aside = "" if front else (
            '<details class="pages"><summary>Contents</summary>\n<nav aria-label="Pages">\n'
            f"{self.contents(path, here)}\n</nav></details>\n"
            f"{self.within(contents or headings(body))}")
        question = next((page[2] for _, page in self.order if page[0] == path), title)
        foot = f"tailwatt {escaped(self.version)}".strip()
        if self.has("CHANGELOG.md"):
            foot = f'<a href="{self.link(here, "CHANGELOG.md")}">{foot}</a>'
        return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{escaped(question.replace('`', ''))}">
<title>{escaped(title if front else title + " · tailwatt")}</title>
<link rel="stylesheet" href="{root}/site.css">
<script src="{root}/site.js" defer></script>
</head>
<body{' class="front"' if front else ''}>
<a class="skip" href="#site:text">Skip to the text</a>
<header><div><a class="brand" href="{root}/index.html">tailwatt</a>\
<nav aria-label="Parts">{menu}</nav></div></header>
<div class="sheet">
{aside}<main id="site:text" tabindex="-1">
{body}
{self.neighbours(path, here)}
</main>
</div>
<footer><div>{foot} · GPL-3.0-or-later</div></footer>
</body>
</html>
"""
