"""tailwatt from Python: how much battery does an app's background work cost?

    import tailwatt
    result = tailwatt.compare("keep-alive", replications=100)
    print(result.answer)
    result.table

Each function calls the program with --format json and --details, and returns what it prints. A
keyword is an option: replications=100 is --replications 100, antithetic=True is --antithetic, a
list repeats the option, and a mapping repeats it as KEY=VALUE: set={"policies.x.interval": "5min"}.
"""

from __future__ import annotations

import html
import importlib
import importlib.metadata
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Union

__all__ = [
    "Failure", "Fault", "Result", "call", "check", "compare", "fit", "optimize", "program",
    "replay", "run", "sweep", "validate",
]

Value = Union[str, int, float, os.PathLike[str]]
Option = Union[Value, bool, None, Sequence[Value], Mapping[str, Value]]
Row = dict[str, Any]

# The exit codes that come with a result: done, and a check that failed.
_WITH_RESULT = (0, 1)


@dataclass(frozen=True)
class Fault:
    """One error of the program: place in a file (may be empty), what is wrong, what to do."""

    place: str
    message: str
    advice: str

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return place + self.message + (f"\n    {self.advice}" if self.advice else "")


class Failure(Exception):
    """The program ended without a result, or with a partial one.

    code is its exit code: 64 wrong usage, 65 bad data in a file, 66 no such file or profile, 73 or
    74 the output cannot be written, 130 interrupted. result is what it could still tell, such as
    the packets before a trace breaks off.
    """

    def __init__(self, code: int, said: str, result: Result | None = None) -> None:
        self.code = code
        self.said = said
        self.faults = list(_faults(said))
        self.result = result
        super().__init__("\n".join(map(str, self.faults)) or said.strip() or f"exit code {code}")

    @property
    def place(self) -> str:
        """Place of the first fault, as file:line:column; empty if it has none."""
        return self.faults[0].place if self.faults else ""

    @property
    def advice(self) -> str:
        """Advice on the first fault."""
        return self.faults[0].advice if self.faults else ""


def _faults(said: str) -> Iterator[Fault]:
    lines = said.splitlines()
    for number, line in enumerate(lines):
        found = re.match(r"(?:(.+?): )?error: (.*)", line)
        if not found:
            continue
        words, advice = [found[2]], []
        for below in lines[number + 1:]:
            if re.match(r"(?:.+?: )?(?:error|note|warning): ", below):
                break
            if below.startswith("    = "):
                advice.append(below[6:])
            elif not re.match(r" +\d* *\|", below) and below.strip():
                (advice if advice else words).append(below.strip())
        yield Fault(found[1] or "", " ".join(words), " ".join(advice))


@dataclass(frozen=True, repr=False, eq=False)
class Result:
    """What a command found out. Its tables are described in docs/reference/columns.md."""

    command: list[str]
    code: int
    answer: str
    notes: list[str]
    tables: dict[str, Any]
    """By name: pandas or polars data frames, or lists of rows."""
    units: dict[str, dict[str, str]]
    """Unit of each column that has one, by table and column."""
    descriptions: dict[str, dict[str, str]]
    """Meaning of each column, by table and column."""
    messages: str
    """What the program wrote to standard error: notes and warnings."""
    folder: Path
    """Result files, as --out writes them. A temporary folder lives as long as the result."""

    @property
    def passed(self) -> bool:
        """Whether the command passed; False after a check that failed."""
        return self.code == 0

    @property
    def table(self) -> Any:
        """The main table of the command: the first one."""
        return next(iter(self.tables.values()))

    def __getitem__(self, name: str) -> Any:
        if name not in self.tables:
            raise KeyError(f"there is no table {name}; the tables are {', '.join(self.tables)}")
        return self.tables[name]

    @property
    def report(self) -> str | None:
        """The report page, as HTML; None if the command writes none."""
        page = self.folder / "report.html"
        return page.read_text(encoding="utf-8") if page.exists() else None

    def __repr__(self) -> str:
        return f"<tailwatt {' '.join(self.command)}: {self.answer}>"

    def __str__(self) -> str:
        return "\n".join([self.answer, *self.notes])

    def _repr_html_(self) -> str:
        page = self.report
        if page is None:
            return f"<pre>{html.escape(str(self))}</pre>"
        # A frame keeps the page's styles apart from the notebook's.
        return (f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-same-origin allow-popups" '
                'style="width: 100%; height: 600px; border: 0"></iframe>')


def compare(scenario: Value, **options: Any) -> Result:
    """Compares a scenario's policies: difference in drain, with its interval."""
    return call("compare", scenario, **options)


def run(scenario: Value, **options: Any) -> Result:
    """One run of one policy: metrics, residence, causes."""
    return call("run", scenario, **options)


def sweep(scenario: Value, **options: Any) -> Result:
    """Compares a scenario's policies over many values: vary={"PATH": "5min,10min"}."""
    return call("sweep", scenario, **options)


def optimize(scenario: Value, **options: Any) -> Result:
    """Finds the best value of an option: vary={"PATH": "10min..60min"}, minimise="energy"."""
    return call("optimize", scenario, **options)


def replay(trace: Value, **options: Any) -> Result:
    """Replays a recorded trace on radios: its energy, and ways to save some."""
    return call("replay", trace, **options)


def fit(method: str, *files: Value, **options: Any) -> Result:
    """Infers a radio or a phone from measurements; the method is rrc-probe, tail, or another one
    that `tailwatt fit --help` lists."""
    return call("fit", method, *files, **options)


def check(budget: Value, **options: Any) -> Result:
    """Tests whether a budget is kept. A failed check is a result whose `passed` is False."""
    return call("check", budget, **options)


def validate(what: str = "published", **options: Any) -> Result:
    """Tests the program where the truth is known."""
    return call("validate", what, **options)


def program() -> str:
    """Path of the program: $TAILWATT, the one that was installed with this module, or on PATH."""
    named = os.environ.get("TAILWATT")
    if named:
        return named
    try:
        files = importlib.metadata.files("tailwatt") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == "tailwatt" and file.parent.name == "bin":
            return str(Path(str(file.locate())).resolve())
    found = shutil.which("tailwatt")
    if found is None:
        raise FileNotFoundError(
            "there is no program tailwatt: install the wheel, or set TAILWATT to its path")
    return found


def call(
    command: str, *words: Value, out: Value | None = None, frames: str | None = None,
    progress: bool | None = None, **options: Option,
) -> Result:
    """Runs a command of the program and returns what it prints.

    out is the folder for the result files; without it they are temporary. frames is "pandas",
    "polars" or "rows"; without it pandas, if that is installed. progress says whether to show the
    program's progress on standard error; without it in notebooks and on terminals.
    """
    given = [command, *map(_word, words), *_options(options)]
    folder = Path(tempfile.mkdtemp(prefix="tailwatt-") if out is None else _word(out))
    result = None
    try:
        full = [program(), *given, "--format", "json", "--details", "--out", str(folder)]
        code, printed, said = _start(full, _shows_progress() if progress is None else progress)
        if printed.strip():
            result = _result(given, code, json.loads(printed), said, folder, frames)
    finally:
        if out is None and result is None:
            shutil.rmtree(folder, ignore_errors=True)
        elif out is None:
            weakref.finalize(result, shutil.rmtree, folder, ignore_errors=True)
    if result is None or code not in _WITH_RESULT:
        raise Failure(code, said, result)
    return result


def _result(
    given: list[str], code: int, read: dict[str, Any], said: str, folder: Path, frames: str | None,
) -> Result:
    columns = _columns(folder)
    units, meanings = (
        {name: {each["name"]: each[key] for each in fields if key in each}
         for name, fields in columns.items()} for key in ("unit", "description"))
    tables = {name: _frame(rows, columns.get(name, []), units.get(name, {}), frames)
              for name, rows in read["tables"].items()}
    answer = " ".join(read["answer"])
    return Result(given, code, answer, read["notes"], tables, units, meanings, said, folder)


def _word(value: object) -> str:
    return str(os.fspath(value)) if isinstance(value, os.PathLike) else str(value)


def _options(options: Mapping[str, Option]) -> Iterator[str]:
    for key, value in options.items():
        name = "--" + key.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            yield name
        elif isinstance(value, Mapping):
            yield from (f"{name}={path}={_word(each)}" for path, each in value.items())
        elif isinstance(value, (list, tuple)):
            yield from (f"{name}={_word(each)}" for each in value)
        else:
            # An equals sign, because a value may begin with a hyphen.
            yield f"{name}={_word(value)}"


def _columns(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The columns of each table, from the datapackage.json that comes with the tables."""
    file = folder / "datapackage.json"
    if not file.exists():
        return {}
    resources = json.loads(file.read_text(encoding="utf-8"))["resources"]
    return {each["name"]: each["schema"]["fields"] for each in resources if "schema" in each}


def _frame(
    rows: list[Row], fields: list[dict[str, Any]], units: dict[str, str], frames: str | None,
) -> Any:
    if frames not in (None, "pandas", "polars", "rows"):
        raise ValueError(f'frames must be "pandas", "polars" or "rows", not {frames!r}')
    names = list(rows[0]) if rows else [each["name"] for each in fields]
    for library in ("pandas", "polars"):
        if frames == library or (frames is None and library == "pandas"):
            try:
                module = importlib.import_module(library)
            except ImportError:
                if frames is None:
                    return rows
                raise
            if library == "polars":
                return module.DataFrame(rows, schema=names, infer_schema_length=None)
            frame = module.DataFrame(rows, columns=names)
            frame.attrs["units"] = units
            return frame
    return rows


def _shows_progress() -> bool:
    return "ipykernel" in sys.modules or sys.stderr.isatty()


def _start(command: list[str], progress: bool) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the program."""
    # Lines of errors are long enough to stand whole, and have no colours.
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "1000"}
    with tempfile.TemporaryFile() as printed:
        if not progress:
            with tempfile.TemporaryFile() as said:
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=printed,
                                           stderr=said, env=environment)
                code = _wait(process)
                return code, _text(printed), _text(said)
        # The program shows its progress on a terminal alone.
        environment.pop("CI", None)
        ours, theirs = pty.openpty()
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=printed,
                                       stderr=theirs, env=environment)
        finally:
            os.close(theirs)
        texts: list[str] = []
        reader = threading.Thread(target=_follow, args=(ours, texts), daemon=True)
        reader.start()
        code = _wait(process)
        reader.join()
        os.close(ours)
        return code, _text(printed), "".join(texts)


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Its exit code. Whatever interrupts the wait ends the program, too."""
    try:
        return process.wait()
    except BaseException:
        process.terminate()
        process.wait()
        raise


def _text(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _follow(terminal: int, texts: list[str]) -> None:
    """Passes progress on, which has no end of line, and keeps the lines."""
    rest, shown = "", False
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the program has ended
            piece = b""
        rest += piece.decode("utf-8", "replace").replace("\r\n", "\n")
        *lines, rest = re.split(r"(?<=\n)", rest) if "\n" in rest else [rest]
        texts += [re.sub(r".*\r\x1b\[K", "", line) for line in lines]
        now = rest.rsplit("\r\x1b[K", 1)
        if len(now) == 2 and now[1]:
            sys.stderr.write("\r" + now[1].ljust(79))
            sys.stderr.flush()
            shown, rest = True, "\r\x1b[K" + now[1]
        if not piece:
            break
    if shown:
        sys.stderr.write("\r" + " " * 79 + "\r")
        sys.stderr.flush()
