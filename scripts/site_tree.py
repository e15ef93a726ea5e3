"""What scripts/site makes pages of: the tree, where its files are on the site, and their links."""
import csv
import html
import os
import posixpath
import re
import urllib.parse

# Files that a browser shows or keeps as they are; other texts become pages.
KEPT = (".csv", ".json", ".pcap", ".pcapng", ".png", ".svg", ".txt", ".xml", ".xsd")


class Fault(Exception):
    """What is wrong with a page, in words."""


def escaped(text):
    return html.escape(text, quote=True)


def plain(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def anchor(heading):
    """As GitHub makes it of a heading's words: letters, digits and hyphens."""
    kept = (c if c.isalnum() or c in "-_" else "-" if c == " " else "" for c in heading.lower())
    return "".join(kept)


def place(path):
    """Where on the site a file or folder of the tree is."""
    path = re.sub(r"(^|/)\.", r"\1", path)  # a host of pages may leave hidden files out
    folder, name = posixpath.split(path)
    if path == "Reports/index.html":
        return "Reports/pictures.html"
    if name == "README.md":
        return posixpath.join(folder, "index.html")
    if name.endswith(".md"):
        return path[:-3] + ".html"
    report = re.fullmatch(r"Reports/([^/]+)/table\.txt", path)
    if report:
        return f"Reports/{report.group(1)}/index.html"
    return path if path.endswith(KEPT + (".html",)) else path + ".html"


class Tree:
    def __init__(self, tree, reports):
        self.tree, self.reports = tree, reports
        # What is to be made of the tree, what is on the site, and which links lead nowhere.
        self.queue, self.seen, self.faults = [], set(), []
        self.parts = self.index()
        # The pages in the order of the index, each with its part.
        self.order = [(part, page) for part, pages in self.parts for page in pages]
        self.version = ""
        version = self.file("Sources/tailwatt/Version.swift")
        if os.path.isfile(version):
            self.version = re.search(r'number = "(.*)"', self.read_file(version)).group(1)
        self.answers = self.read_answers()

    def file(self, path):
        """Where on this machine a path of the tree is."""
        if self.reports and (path == "Reports" or path.startswith("Reports/")):
            name = path[len("Reports/"):]
            if os.path.exists(os.path.join(self.reports, name)):
                return os.path.join(self.reports, name)
        return os.path.join(self.tree, path)

    def has(self, path):
        return os.path.isfile(self.file(path))

    def read_file(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def read(self, path):
        return self.read_file(self.file(path))

    def names(self, path):
        return sorted(n for n in os.listdir(self.file(path)) if not n.startswith("."))

    def read_answers(self):
        if not os.path.isfile(self.file("Reports/answers.csv")):
            return {}
        with open(self.file("Reports/answers.csv"), newline="", encoding="utf-8") as file:
            return {row["scenario"]: row for row in csv.DictReader(file)}

    def index(self):
        """The parts of docs/README.md: each with its pages, as (path, name, question, label).

        A line above a table that ends with a colon is the label of its pages.
        """
        parts, label = [], ""
        for line in self.read("docs/README.md").splitlines():
            if line.startswith("## "):
                parts.append((line[3:].split(":")[0], []))
                label = ""
            elif line.endswith(":"):
                label = line[:-1]
            row = re.match(r"\| \[(.+?)\]\((\S+?\.md)\) \| (.*) \|$", line)
            if row and parts:
                path = posixpath.normpath(posixpath.join("docs", row.group(2)))
                parts[-1][1].append((path, row.group(1), row.group(3), label))
        return parts

    # Links

    def want(self, path):
        """Puts a file or folder of the tree on the site, and says where there."""
        is_folder = os.path.isdir(self.file(path))
        if is_folder and os.path.isfile(self.file(posixpath.join(path, "README.md"))):
            path, is_folder = posixpath.join(path, "README.md"), False
        if path not in self.seen:
            self.seen.add(path)
            self.queue.append(path)
        return place(path + "/README.md") if is_folder else place(path)

    def link(self, here, target):
        """What a page at `here` of the site says for a path of the tree."""
        path, _, fragment = target.partition("#")
        relative = posixpath.relpath(self.want(path), posixpath.dirname(here) or ".")
        return urllib.parse.quote(relative) + ("#" + fragment if fragment else "")

    def rewritten(self, markup, path, here):
        """The markup of the page `path` of the tree with its links as they are on the site."""

        def one(found):
            target = html.unescape(found.group(2))
            if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|#", target):
                return found.group(0)
            file, mark, fragment = target.partition("#")
            aim = posixpath.normpath(
                posixpath.join(posixpath.dirname(path), urllib.parse.unquote(file)))
            if aim.startswith("..") or not os.path.exists(self.file(aim)):
                self.faults.append(f"{path}: there is no {aim}")
                return found.group(0)
            return f'{found.group(1)}="{escaped(self.link(here, aim + mark + fragment))}"'

        return re.sub(r'(?<=[ ])(href|src)="([^"]*)"', one, markup)

    def scenarios(self):
        return [n for n in self.names("Reports")
                if os.path.isfile(self.file(f"Reports/{n}/table.txt"))]
