"""From nothing to a video with the generated client alone: `use_client.py URL`."""

import sys
import time

from clipwright_client import AuthenticatedClient, Client
from clipwright_client.api.account import get_me
from clipwright_client.api.api_keys import create_api_key
from clipwright_client.api.sign_in import register
from clipwright_client.api.videos import generate_video, get_result, get_task, list_models, list_tasks
from clipwright_client.api.wallet import list_transactions, top_up
from clipwright_client.models import ApiKeyCreate, RegisterRequest, TaskCreate, TokenPair, TopupRequest

patience_s = 120

url = sys.argv[1]
email = f"generated-{time.time_ns()}@example.org"
tokens = register.sync(client=Client(base_url=url), body=RegisterRequest(email=email, password="a long one of yours"))
assert isinstance(tokens, TokenPair), tokens
person = AuthenticatedClient(base_url=url, token=tokens.access_token)
key = create_api_key.sync(client=person, body=ApiKeyCreate(name="generated"))
client = AuthenticatedClient(base_url=url, token=key.api_key, follow_redirects=True)

assert get_me.sync(client=client).email == email
top_up.sync(client=client, body=TopupRequest(amount=1000), idempotency_key="once")
balance = top_up.sync(client=client, body=TopupRequest(amount=1000), idempotency_key="once")
assert balance.balance == 1000, balance

models = list_models.sync(client=client)
made = generate_video.sync(client=client, body=TaskCreate(prompt="a calm sea", model=models.items[0].model, duration_seconds=1))
until = time.monotonic() + patience_s
while (task := get_task.sync(made.task_id, client=client)).status in ("queued", "running"):
    assert time.monotonic() < until, task
    time.sleep(0.5)
assert task.status == "completed", task
video = get_result.sync_detailed(made.task_id, client=client)
assert video.status_code == 200 and video.content[4:8] == b"ftyp", video.status_code
assert [one.task_id for one in list_tasks.sync(client=client, page_size=5).items] == [made.task_id]
assert list_transactions.sync(client=client).total >= 2
refused = get_task.sync("no-such-task", client=client)
assert refused.code == "task_not_found", refused
print(f"The generated client made a video of {len(video.content)} bytes.")
