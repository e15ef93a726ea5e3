"""A headless Chromium or Chrome, spoken to by its own protocol through two pipes: no driver."""
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ON_MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def program():
    """The browser of this machine, or none."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return found or (ON_MACOS if os.path.exists(ON_MACOS) else None)


class Browser:
    """One page in one browser. Use it in a `with`, which ends the browser."""

    LIMIT = 60

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="browser-")
        read, self.down = os.pipe()
        self.up, write = os.pipe()
        # The browser reads descriptor 3 and writes 4. Copies above them are not overwritten.
        ends = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 10) for one in (read, write)]

        def joined():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program(), "--headless=new", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=joined, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for one in (read, write, *ends):
            os.close(one)
        os.set_blocking(self.up, False)
        self.rest, self.number, self.session, self.events = b"", 0, None, []
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log"):
            self.ask(f"{part}.enable")
        self.ask("Page.setLifecycleEventsEnabled", enabled=True)
        # A page that nobody has clicked has no focus, and reports none.
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.down)
        os.close(self.up)
        # Helpers of the browser may still write for a moment.
        for _ in range(20):
            try:
                self.folder.cleanup()
                return
            except OSError:
                time.sleep(0.1)

    def message(self, until):
        """The next message of the browser."""
        while b"\0" not in self.rest:
            if time.monotonic() > until or self.process.poll() is not None:
                raise TimeoutError("the browser does not answer")
            try:
                self.rest += os.read(self.up, 1 << 20)
            except BlockingIOError:
                time.sleep(0.002)
        one, _, self.rest = self.rest.partition(b"\0")
        return json.loads(one)

    def ask(self, method, **parameters):
        """The answer to a command. What the browser reports meanwhile is in `events`."""
        self.number += 1
        said = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            said["sessionId"] = self.session
        os.write(self.down, json.dumps(said).encode() + b"\0")
        until = time.monotonic() + self.LIMIT
        while True:
            found = self.message(until)
            if found.get("id") == self.number:
                if "error" in found:
                    raise ValueError(f"{method}: {found['error']['message']}")
                return found["result"]
            self.events.append(found)

    def load(self, address):
        """Goes to another page, and waits until this load of it has ended, whatever ended before."""
        loader = self.ask("Page.navigate", url=address)["loaderId"]
        until = time.monotonic() + self.LIMIT
        while not any(event.get("method") == "Page.lifecycleEvent"
                      and event["params"]["loaderId"] == loader
                      and event["params"]["name"] == "load" for event in self.events):
            self.events.append(self.message(until))

    def open(self, address):
        # Of a page that differs only behind # no load is reported.
        if self.value("location.href").split("#")[0] == address.split("#")[0]:
            self.load("about:blank")
        self.events = []
        self.load(address)

    def value(self, script):
        """What an expression of JavaScript is on the page, promises included."""
        said = self.ask("Runtime.evaluate", expression=script, returnByValue=True,
                        awaitPromise=True)
        if "exceptionDetails" in said:
            raise ValueError(f"{said['exceptionDetails']}")
        return said["result"].get("value")

    def until(self, script):
        """Waits until an expression holds, and says whether it came to hold."""
        until = time.monotonic() + self.LIMIT / 6
        while time.monotonic() < until:
            if self.value(script):
                return True
            time.sleep(0.02)
        return False

    def width(self, width, height=900):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)

    def scheme(self, name, medium="screen"):
        """Colours `light` or `dark`, on a `screen` or in `print`."""
        self.ask("Emulation.setEmulatedMedia", media=medium,
                 features=[{"name": "prefers-color-scheme", "value": name}])

    def scripts(self, run):
        self.ask("Emulation.setScriptExecutionDisabled", value=not run)

    def key(self, name):
        """Presses a key; a single character is typed, too."""
        codes = {"Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "Tab": 9}
        code = codes.get(name, ord(name[0].upper()))
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=name, text=text,
                 windowsVirtualKeyCode=code)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    def type(self, text):
        self.ask("Input.insertText", text=text)

    def picture(self, whole=False):
        """A picture of the page as PNG, in base64."""
        return self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"]

    def printed(self):
        """The page on A4 paper as PDF, in base64."""
        return self.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69,
                        printBackground=False)["data"]

    def faults(self):
        """What the page reported as wrong since it was opened."""
        said = []
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                said.append(event["params"]["exceptionDetails"].get("text", "an exception"))
            elif event.get("method") == "Log.entryAdded":
                said.append(event["params"]["entry"]["text"])
        return said
