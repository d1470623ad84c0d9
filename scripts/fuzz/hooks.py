"""Looks every second whether the caller is still signed in: calls that succeed end sessions, the caller's own among them."""

import os
import time

import requests
import schemathesis

auth = os.environ["FUZZ_URL"] + "/api/v1/auth"
email = os.environ.get("FUZZ_EMAIL")
password = os.environ["FUZZ_PASSWORD"]


def sign_in():
    """The administrator again, or somebody new: wrong passwords of earlier calls have locked the old one."""
    path, who = ("login", email) if email else ("register", f"fuzz-{time.time_ns()}@example.org")
    answer = requests.post(f"{auth}/{path}", json={"email": who, "password": password}, timeout=20)
    answer.raise_for_status()
    return answer.json()["access_token"]


@schemathesis.auth(refresh_interval=1)
class SignedIn:
    token = None

    def get(self, case, context):
        headers = {"Authorization": f"Bearer {self.token}"}
        me = os.environ["FUZZ_URL"] + "/api/v1/me"
        if self.token is None or requests.get(me, headers=headers, timeout=20).status_code != 200:
            self.token = sign_in()
        return self.token

    def set(self, case, token, context):
        case.headers["Authorization"] = f"Bearer {token}"
