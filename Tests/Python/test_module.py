"""Tests of `import tailwatt` against the installed program: scripts/check-wheel runs them."""

import contextlib
import io
import os
import pathlib
import signal
import stat
import tempfile
import threading
import time
import unittest

import tailwatt

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "Examples"
INTERVAL = "policies.keep-alive-10.interval"


def few(name="keep-alive", **options):
    return tailwatt.compare(name, replications=3, frames="rows", **options)


class Commands(unittest.TestCase):
    def test_compare(self):
        result = few()
        self.assertTrue(result.passed)
        self.assertIn("keep-alive every 29 minutes", result.answer)
        self.assertEqual(result.table[0]["metric"], "energy")
        self.assertEqual(result["residence"][0]["scenario"], "keep-alive")
        with self.assertRaisesRegex(KeyError, "the tables are summary, comparison"):
            result["nothing"]

    def test_other_commands(self):
        cases = {
            "residence": tailwatt.run("keep-alive", policy="keep-alive-10"),
            "sweep": tailwatt.sweep("keep-alive", vary={INTERVAL: "10min,20min"}, replications=2),
            "optimum": tailwatt.optimize(
                "keep-alive-optimum", vary={"policies.keep-alive.interval": "10min..60min"},
                minimise="energy", replications=10, points=7),
            "radios": tailwatt.replay(EXAMPLES / "traces/phone.pcap", radio="lte-huang-2012"),
            "fit": tailwatt.fit("rrc-probe", EXAMPLES / "05-fit/probes.csv"),
            "trace-check": tailwatt.check(EXAMPLES / "15-trace-budget/budget.yaml"),
            "validation": tailwatt.validate(only="X55"),
        }
        for table, result in cases.items():
            with self.subTest(table):
                self.assertTrue(result.passed and result.answer)
                self.assertEqual(next(iter(result.tables)), table)

    def test_options(self):
        plain = few()
        changed = few(set={INTERVAL: "15min"}, radio=None, anyway=False)
        self.assertNotEqual(plain.answer, changed.answer)
        listed = few(set=[f"{INTERVAL}=15min", "policies.keep-alive-29.interval=30min"])
        self.assertEqual(listed.command[-2:],
                         [f"--set={INTERVAL}=15min", "--set=policies.keep-alive-29.interval=30min"])
        pairs = tailwatt.compare("keep-alive", antithetic=True, replications=4)
        self.assertIn("--antithetic", pairs.command)

    def test_failed_check_is_a_result(self):
        with tempfile.TemporaryDirectory() as folder:
            budget = pathlib.Path(folder, "b.yaml")
            budget.write_text("kind: budget\nname: x\nscenario: keep-alive\nreplications: 3\n"
                              "limits:\n"
                              "  - { policy: keep-alive-10, metric: energy, at-most: 1 J }\n")
            result = tailwatt.check(budget)
        self.assertEqual((result.passed, result.code), (False, 1))
        self.assertTrue(result.answer.startswith("Failed"), result.answer)


class Tables(unittest.TestCase):
    def test_units_and_files(self):
        with tempfile.TemporaryDirectory() as folder:
            result = few(out=folder)
            self.assertEqual(result.folder, pathlib.Path(folder))
            self.assertTrue((result.folder / "summary.csv").exists())
        self.assertEqual(result.units["replications"]["energy_J"], "J")
        self.assertEqual(result.units["residence"], {"residence_s": "s", "energy_J": "J"})
        self.assertEqual(result.descriptions["summary"]["policy"], "Policy name.")
        folder = few().folder  # the result is gone, and so are its temporary files
        self.assertFalse(folder.exists())

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        result = tailwatt.compare("keep-alive", replications=3)
        self.assertIsInstance(result.table, pandas.DataFrame)
        self.assertEqual(result["residence"].attrs["units"]["energy_J"], "J")
        rows = few()
        self.assertEqual(list(result.table.columns), list(rows.table[0]))
        self.assertEqual(list(result.table["mean"]), [row["mean"] for row in rows.table])

    def test_polars(self):
        try:
            import polars
        except ImportError:
            self.skipTest("polars is not installed")
        result = tailwatt.compare("keep-alive", replications=3, frames="polars")
        self.assertIsInstance(result.table, polars.DataFrame)
        self.assertEqual(result.table.height, len(few().table))

    def test_report(self):
        result = few()
        self.assertIn("<html", result.report)
        self.assertTrue(result._repr_html_().startswith("<iframe srcdoc="))
        self.assertNotIn("<html", result._repr_html_())


class Failures(unittest.TestCase):
    def test_place_and_advice(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "app.yaml")
            file.write_text("kind: app\nname: x\nrules:\n  - when: never\n")
            with self.assertRaises(tailwatt.Failure) as caught:
                few(file)
        failure = caught.exception
        self.assertEqual((failure.code, failure.place), (65, f"{file}:4:5"))
        self.assertEqual(failure.advice, "Add name: with its value.")
        self.assertEqual(len(failure.faults), 3)
        self.assertIn('an entry of rules has no key "when"', str(failure))

    def test_codes(self):
        for code, call in [
            (66, lambda: few("nothing")),
            (64, lambda: few(unknown_option=3)),
            (65, lambda: few(set={INTERVAL: "5min"})),
        ]:
            with self.subTest(code), self.assertRaises(tailwatt.Failure) as caught:
                call()
            self.assertEqual(caught.exception.code, code)
            self.assertTrue(caught.exception.advice)

    def test_partial_result(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder, "broken.pcap")
            broken.write_bytes((EXAMPLES / "traces/phone.pcap").read_bytes()[:-5])
            with self.assertRaises(tailwatt.Failure) as caught:
                tailwatt.replay(broken, radio="lte-huang-2012")
        self.assertEqual(caught.exception.code, 65)
        self.assertIn("The trace caused", caught.exception.result.answer)

    def test_no_folder_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            before, tempfile.tempdir = tempfile.tempdir, folder
            try:
                with self.assertRaises(tailwatt.Failure):
                    few("nothing")
                with self.assertRaisesRegex(ValueError, "must be"):
                    tailwatt.compare("keep-alive", replications=3, frames="arrow")
                self.assertEqual(os.listdir(folder), [])
            finally:
                tempfile.tempdir = before

    def test_interrupted(self):
        with tempfile.TemporaryDirectory() as folder:
            timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            began = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                tailwatt.compare("keep-alive", replications=1_000_000, out=folder, progress=False)
            self.assertLess(time.monotonic() - began, 30)

    def test_no_program(self):
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder, "tailwatt")
            other.write_text("#!/bin/sh\necho 'error: not today' >&2\nexit 74\n")
            other.chmod(other.stat().st_mode | stat.S_IXUSR)
            os.environ["TAILWATT"] = str(other)
            try:
                with self.assertRaisesRegex(tailwatt.Failure, "^not today$"):
                    few()
            finally:
                del os.environ["TAILWATT"]


class Progress(unittest.TestCase):
    def test_shown_and_cleared(self):
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            # Long enough for a line of progress on a fast machine.
            result = tailwatt.compare("messenger-today", replications=2500, progress=True)
            quiet = tailwatt.compare("messenger-today", replications=2500, progress=False)
        self.assertRegex(shown.getvalue(), r"\r\d+ replications")
        self.assertTrue(shown.getvalue().endswith(" \r"))
        self.assertNotIn("replications of", result.messages)
        self.assertEqual(result.answer, quiet.answer)

    def test_errors(self):
        with self.assertRaisesRegex(tailwatt.Failure, "there is no scenario"):
            tailwatt.compare("nothing", progress=True)


if __name__ == "__main__":
    unittest.main()
