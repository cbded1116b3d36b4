"""Headless Chromium through its own protocol, over two pipes: https://chromedevtools.github.io/devtools-protocol/"""

import contextlib
import json
import os
import shutil
import subprocess

CHROMIUM = shutil.which("chromium")
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]


CONSOLE_EVENTS = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")


class Browser:
    """
    One window. `console` has the messages of the page's console and its script's uncaught errors,
    `asked_for` the addresses that the page asked for.
    """

    def __init__(self, folder):
        assert CHROMIUM, "no Chromium: scripts/setup packages-browser"
        from_us, self.to_browser = os.pipe()
        self.from_browser, to_us = os.pipe()
        # The browser reads from file 3 and writes to file 4.
        start = f'exec "$0" "$@" 3<&{from_us} 4>&{to_us}'
        self.process = subprocess.Popen(
            ["bash", "-c", start, CHROMIUM, *OPTIONS, f"--user-data-dir={folder}"],
            pass_fds=(from_us, to_us),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(from_us)
        os.close(to_us)
        self.number, self.rest, self.session, self.console, self.asked_for = 0, b"", None, [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        with contextlib.suppress(OSError):
            os.close(self.to_browser)
            os.close(self.from_browser)
        self.process.terminate()
        self.process.wait()

    def read(self):
        while b"\0" not in self.rest:
            more = os.read(self.from_browser, 1 << 20)
            assert more, "the browser is gone"
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") in CONSOLE_EVENTS:
            self.console.append(message["params"])
        elif message.get("method") == "Network.requestWillBeSent":
            self.asked_for.append(message["params"]["request"]["url"])
        return message

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session is not None:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_browser, data) :]
        while (answer := self.read()).get("id") != self.number:
            pass
        assert "error" not in answer, (method, answer["error"])
        return answer["result"]

    def open(self, path, address=""):
        """Opens the file on a blank page, and returns when its script has run without a message."""
        self.go(f"file://{path}{address}")
        assert self.console == []

    def go(self, url):
        """Opens an address on a blank page, and returns when its script has run."""
        self.call("Page.navigate", url="about:blank")
        self.console.clear()
        self.asked_for.clear()
        self.call("Page.navigate", url=url)
        self.run("new Promise((done) => document.readyState === 'complete' ? done() : onload = done)")
        self.settle()

    def settle(self):
        """Lets events that wait take place, and the page be laid out."""
        self.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def run(self, expression):
        """The value of an expression of the page, waited for if it is asynchronous."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def view(self, width=1280, height=900, dark=False):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def texts(self, selector, of="textContent"):
        """A property of each element that the selector finds."""
        return self.run(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.{of})")

    def click(self, selector):
        """Clicks the first element, if there is one, and waits for what follows."""
        self.run(f"document.querySelector({json.dumps(selector)})?.click()")
        self.settle()

    def unfold(self, selector):
        """Opens every details element that the selector finds."""
        self.texts(selector, "open = true")
        self.settle()

    def enter(self, selector, value):
        """Puts a value into a field, as if it were typed or chosen."""
        field = f"document.querySelector({json.dumps(selector)})"
        self.run(f"{field}.value = {json.dumps(value)}")
        for event in ("input", "change"):
            self.run(f"{field}.dispatchEvent(new Event('{event}'))")
