"""Uses OpenAI's package as it is, with the address and key of its environment. Prints what it saw as JSON."""

import base64
import json
import sys
import warnings
from pathlib import Path

import openai

warnings.simplefilter("ignore", DeprecationWarning)  # the package calls OpenAI's own service closed
folder = Path(sys.argv[1])
hook = json.loads(sys.stdin.read())
client = openai.OpenAI(max_retries=0)
seen = {}


def refusal(call):
    try:
        call()
    except openai.APIStatusError as error:
        return [type(error).__name__, error.status_code, error.code, error.param]
    return None


video = client.videos.create_and_poll(prompt="a red balloon over the sea", model="sora-2", seconds="4", size="1280x720")
seen["made"] = [video.status, video.progress, video.size, video.seconds, video.object]
for variant, name in {"video": "video.mp4", "thumbnail": "thumbnail.webp", "spritesheet": "sheet.webp"}.items():
    client.videos.download_content(video.id, variant=variant).write_to_file(folder / name)

picture = folder / "thumbnail.webp"
moved = client.videos.create(prompt="it begins to move", input_reference=picture, extra_body={"seed": 7})
url = "data:image/webp;base64," + base64.b64encode(picture.read_bytes()).decode()
# The package takes no such object as the argument that its types name, so it goes beside the others.
also = client.videos.create(prompt="it begins to move", extra_body={"input_reference": {"image_url": url}})
seen["sizes"] = [moved.size, also.size]

remix = client.videos.remix(video.id, prompt="the same at night")
seen["remixed_from"] = remix.remixed_from_video_id == video.id
seen["listed"] = [one.id for one in client.videos.list(limit=2)] == [remix.id, also.id, moved.id, video.id]
seen["oldest"] = client.videos.list(limit=1, order="asc").data[0].id == video.id
seen["models"] = [model.id for model in client.models.list()]

stranger = openai.OpenAI(api_key="svck_wrong", max_retries=0)
seen["refused"] = {
    "key": refusal(lambda: stranger.videos.list()),
    "size": refusal(lambda: client.videos.create(prompt="a", size="5x5")),
    "prompt": refusal(lambda: client.videos.create(prompt="")),
    "none": refusal(lambda: client.videos.retrieve("none")),
    "running": refusal(lambda: client.videos.delete(remix.id)),
    "poor": refusal(lambda: openai.OpenAI(api_key=hook["poor"], max_retries=0).videos.create(prompt="a")),
    "rate": refusal(lambda: [openai.OpenAI(api_key=hook["slow"], max_retries=0).videos.list() for _ in range(9)]),
}
seen["deleted"] = client.videos.delete(video.id).deleted
seen["gone"] = refusal(lambda: client.videos.retrieve(video.id))

event = client.webhooks.unwrap(hook["body"], hook["headers"], secret=hook["secret"])
seen["event"] = [event.type, event.data.id]
try:
    client.webhooks.unwrap(hook["body"] + " ", hook["headers"], secret=hook["secret"])
except openai.InvalidWebhookSignatureError:
    seen["forged"] = "refused"
print(json.dumps(seen))
