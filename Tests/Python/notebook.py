"""Executes a notebook and compares what its cells print with what is committed:

    python Tests/Python/notebook.py docs/guide/notebook.ipynb

With RECORD=1 it writes the outputs into the notebook. Pages and pictures are not kept: text is.
"""

import difflib
import json
import os
import sys

import nbclient
import nbformat


def text(cell):
    """What a reader of the cell sees, without the HTML that a notebook prefers."""
    parts = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream" and output["name"] == "stdout":
            parts.append("".join(output["text"]))
        elif output["output_type"] in ("execute_result", "display_data"):
            parts.append("".join(output["data"]["text/plain"]) + "\n")
    return "".join(parts)


def main(path):
    committed = nbformat.read(path, as_version=4)
    expected = [text(cell) for cell in committed.cells]
    client = nbclient.NotebookClient(
        committed, timeout=300, resources={"metadata": {"path": os.path.dirname(path)}})
    client.execute()
    found = [text(cell) for cell in committed.cells]
    if os.environ.get("RECORD"):
        record(path, committed, found)
    elif found != expected:
        for number, (before, after) in enumerate(zip(expected, found), 1):
            sys.stdout.writelines(difflib.unified_diff(
                before.splitlines(True), after.splitlines(True),
                f"cell {number}, committed", "now"))
        sys.exit(f"{path}: RECORD=1 writes what the cells print now")
    printed = sum(bool(each) for each in found)
    print(f"{path}: {len(found)} cells, {printed} with the committed output")


def record(path, notebook, found):
    for cell, printed in zip(notebook.cells, found):
        cell["metadata"] = {}
        if cell["cell_type"] == "code":
            stream = {"output_type": "stream", "name": "stdout", "text": printed}
            cell["outputs"] = [nbformat.from_dict(stream)] if printed else []
    notebook["metadata"] = {"kernelspec": {
        "name": "python3", "language": "python", "display_name": "Python 3"}}
    with open(path, "w", encoding="utf-8") as file:
        # As Jupyter writes it, and one line for each line of a cell.
        file.write(json.dumps(nbformat.v4.nbjson.split_lines(notebook), indent=1,
                              ensure_ascii=False, sort_keys=True) + "\n")


main(sys.argv[1])
