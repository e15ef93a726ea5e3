"""Carries out the steps of action.yml as a runner of GitHub would, with a local wheel:

    python Tests/Python/test_action.py WHEEL

The job is another repository's, and the service a stub: `gh` keeps the comments in a file, refuses
to write for a fork, and has a release. Expressions are evaluated; one that names no input, step or
context fails. Steps that use other actions are not run: an upload has an address.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples/15-trace-budget"
WHEEL = os.path.abspath(sys.argv.pop())
GH = """#!/bin/sh
case "$*" in
    "release download"*)
        while [ "$1" != --dir ]; do shift; done
        cp "$RELEASE"/* "$2" ;;
    *"-X P"*)
        [ -z "$FORK" ] || { echo 'HTTP 403: Resource not accessible by integration' >&2; exit 1; }
        for word; do case $word in body=@*) cat "${word#body=@}" >"$COMMENT" ;; esac; done ;;
esac
"""


class Job:
    """One job of another repository that uses the action."""

    def __init__(self, folder, inputs, fork=False):
        self.folder = pathlib.Path(folder)
        self.workspace = self.folder / "work"
        self.workspace.mkdir()
        for name in ("budget.yaml", "run.pcap", "after.pcap"):
            shutil.copy(EXAMPLE / name, self.workspace)
        # A copy of the repository without .git and .build, as the runner unpacks it.
        self.action = self.folder / "action"
        self.action.mkdir()
        for name in ("action.yml", "scripts", "Sources", "Package.swift"):
            (self.action / name).symlink_to(ROOT / name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/gh").write_text(GH)
        (self.folder / "bin/gh").chmod(0o755)
        self.comment = self.folder / "comment.md"
        self.summary = self.folder / "summary.md"
        definition = yaml.safe_load((ROOT / "action.yml").read_text())
        self.steps, self.log, self.seconds = definition["runs"]["steps"], "", {}
        unknown = set(inputs) - set(definition["inputs"])
        assert not unknown, unknown
        self.github = {
            "token": "secret", "event_name": "pull_request", "repository": "someone/app",
            "action_ref": "v1", "action_repository": "OWNER/tailwatt",
            "workspace": str(self.workspace),
            "event": {"pull_request": {"number": 7}}, "action_path": str(self.action),
        }
        (self.folder / "temp").mkdir()
        self.contexts = {"github": self.github, "runner": {"temp": str(self.folder / "temp")},
                         "steps": {}, "inputs": {}}
        for name, one in definition["inputs"].items():
            self.contexts["inputs"][name] = inputs.get(name, self.text(one.get("default", "")))
        self.environment = {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "HOME": str(self.folder),
            "FORK": "yes" if fork else "", "RELEASE": f"{self.folder}/release",
            "COMMENT": str(self.comment),
            "GITHUB_ACTION_PATH": str(self.action), "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_STEP_SUMMARY": str(self.summary),
        }

    def value(self, expression):
        """An expression of GitHub's, of the kind that action.yml has."""
        def name(match):
            place = self.contexts
            for part in match[0].split("."):
                if part in ("outputs",) or part in place:
                    place = place.get(part, {})
                elif match[0].startswith("steps."):
                    return "''"  # a step that did not run
                else:
                    raise AssertionError(f"action.yml names {match[0]}, which there is not")
            return repr(place)

        code = re.sub(r"\b(github|inputs|steps|runner)(\.[\w-]+)+", name, expression)
        code = code.replace("always()", "True").replace("&&", " and ").replace("||", " or ")
        return eval(code, {"__builtins__": {}})  # noqa: S307 (the repository's own file)

    def text(self, words):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(self.value(found[1])), str(words))

    def run(self):
        """The job's outcome: the exit code of the first step that failed, or 0."""
        failed = 0
        for step in self.steps:
            condition = str(step.get("if", ""))
            if failed and "always()" not in condition:
                continue
            if condition and not self.value(condition):
                continue
            outputs = {}
            began = time.monotonic()
            if "uses" in step:
                for words in step.get("with", {}).values():
                    self.text(words)
                outputs["artifact-url"] = "https://ci.example/artifact/1"
            else:
                code, outputs = self.shell(step)
                failed = failed or code
            self.seconds[step["name"]] = time.monotonic() - began
            if "id" in step:
                self.contexts["steps"][step["id"]] = {"outputs": outputs}
        return failed

    def shell(self, step):
        file = self.folder / "output.txt"
        file.write_text("")
        environment = {name: self.text(words) for name, words in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.text(step["run"])],
            cwd=self.workspace, env={**self.environment, **environment, "GITHUB_OUTPUT": str(file)},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.log += done.stdout
        lines = filter(None, file.read_text().splitlines())
        return done.returncode, dict(line.split("=", 1) for line in lines)


class Action(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def job(self, fork=False, **inputs):
        job = Job(self.scratch.name, {"budget": "budget.yaml", "wheel": WHEEL, **inputs}, fork)
        return job.run(), job

    def test_another_repository(self):
        code, job = self.job()
        self.assertEqual(code, 0, job.log)
        self.assertEqual(job.contexts["steps"]["check"]["outputs"]["outcome"], "passed")
        comment = job.comment.read_text()
        self.assertTrue(comment.startswith("<!-- tailwatt budget.yaml -->\n### ✅ Battery"), comment)
        self.assertIn("[Report, picture and tables](https://ci.example/artifact/1)", comment)
        self.assertIn("| ✅ met |", job.summary.read_text())
        self.assertIn("::notice title=tailwatt::", job.log)
        self.assertLess(sum(job.seconds.values()), 30, job.seconds)
        print({name: round(seconds, 1) for name, seconds in job.seconds.items()}, file=sys.stderr)

    def test_a_budget_that_is_not_kept(self):
        budget = (EXAMPLE / "budget.yaml").read_text().replace("180 J", "18 J")
        self.assertIn("18 J", budget)
        job = Job(self.scratch.name, {"budget": "budget.yaml", "wheel": WHEEL})
        (job.workspace / "budget.yaml").write_text(budget)
        self.assertEqual(job.run(), 1)
        self.assertIn("### ❌ Battery", job.comment.read_text())
        self.assertIn("| ❌ exceeded |", job.summary.read_text())
        self.assertIn("::error title=tailwatt::", job.log)

    def test_fork(self):
        code, job = self.job(fork=True)
        self.assertEqual(code, 0, job.log)
        self.assertFalse(job.comment.exists())
        self.assertIn("::warning title=tailwatt::The comment could not be written", job.log)
        self.assertIn("Passed:", job.summary.read_text())

    def test_wrong_files(self):
        outside = pathlib.Path(self.scratch.name, "outside.yaml")
        shutil.copy(EXAMPLE / "budget.yaml", outside)
        code, job = self.job(budget="../outside.yaml", comment="false")
        self.assertEqual(code, 66, job.log)
        self.assertEqual(job.contexts["steps"]["check"]["outputs"]["outcome"], "error")
        self.assertNotIn("Comment", job.seconds)

    def test_wheel_of_another_version(self):
        other = pathlib.Path(self.scratch.name, "tailwatt-0.0.1-py3-none-any.whl")
        other.write_text("")
        code, job = self.job(wheel=str(other))
        self.assertEqual(code, 65)
        self.assertIn("is of another version", job.log)

    def test_release(self):
        """A tag's action downloads the wheel of its release, and compares its hash."""
        version = os.path.basename(WHEEL).split("-")[1]
        for digest, expected in [(None, 0), ("0" * 64, 65)]:
            with self.subTest(expected), tempfile.TemporaryDirectory() as folder:
                job = Job(folder, {"budget": "budget.yaml"})
                job.github["action_ref"] = f"v{version}"
                release = job.folder / "release"
                release.mkdir()
                shutil.copy(WHEEL, release)
                digest = digest or hashlib.sha256(pathlib.Path(WHEEL).read_bytes()).hexdigest()
                (release / "SHA256SUMS").write_text(f"{digest}  {os.path.basename(WHEEL)}\n")
                self.assertEqual(job.run(), expected, job.log)
                if expected:
                    self.assertIn("is not the one that SHA256SUMS names", job.log)

    def test_every_expression(self):
        job = Job(self.scratch.name, {})
        definition = yaml.safe_load((ROOT / "action.yml").read_text())
        ids = {step["id"] for step in job.steps if "id" in step}
        for name in re.findall(r"steps\.([\w-]+)\.", json.dumps(definition)):
            self.assertIn(name, ids)
        for name in re.findall(r"inputs\.([\w-]+)", json.dumps(definition)):
            self.assertIn(name, definition["inputs"])


if __name__ == "__main__":
    unittest.main()
