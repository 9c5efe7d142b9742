"""What a shop needs of Trilho, with nothing but the standard library."""

import base64
import hashlib
import hmac
import http.client
import json
import time
import urllib.error
import urllib.request
import uuid


class TrilhoError(Exception):
    """A call that failed. The operator of the server finds it by `request_id`. No answer: no `status`."""

    def __init__(self, reason, message, status, request_id):
        super().__init__(f"{reason} {message} (request {request_id})")
        self.reason, self.status, self.request_id = reason, status, request_id


class Trilho:
    def __init__(self, url, access_key, secret):
        self.url, self.login = url, {"accessKey": access_key, "secret": secret}
        self.token = None

    def call(self, method, path, body=None):
        """What the API answers as `data`. A token is good for an hour: when it has ended, there is another."""
        self.token = self.token or self._send("POST", "/login", self.login).decode()
        try:
            answer = self._send(method, path, body, self.token)
        except TrilhoError as error:
            if error.status != 401:
                raise
            self.token = self._send("POST", "/login", self.login).decode()
            answer = self._send(method, path, body, self.token)
        return json.loads(answer)["data"]

    def is_sandbox(self):
        """Only a sandbox has this address."""
        try:
            self._send("POST", "/sandbox/hooks")
            return True
        except TrilhoError as error:
            if error.status != 404:
                raise
            return False

    def _send(self, method, path, body=None, token=None):
        request_id = str(uuid.uuid4())
        headers = {"x-request-id": request_id}
        if body is not None:
            headers["content-type"] = "application/json"
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            reason, message = _reason_in(error.read())
            raise TrilhoError(reason, message, error.code, request_id) from None
        except (OSError, http.client.HTTPException) as error:
            raise TrilhoError("ConnectionFailed", str(error), None, request_id) from None


def _reason_in(answer):
    """Of a request of the wrong form `details` is a list of what is wrong with it."""
    try:
        error = json.loads(answer)["error"]
        details = error["details"]
        if isinstance(details, list):
            return error["name"], str(details)
        return details["reason"], error["message"]
    except (ValueError, KeyError, TypeError):
        return "UnexpectedAnswer", ""


def verify(body, headers, secret):
    """The id and the event of a webhook, if Trilho signed it. `body` is the bytes as they came."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the timestamp is missing, too old or in the future")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256)
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise ValueError("no signature fits")
    return event_id, json.loads(body)
