"""SGLang's own video routes, with ffmpeg in place of its scheduler: no GPU, no weights, no torch.

    python3 -m venv venv
    venv/bin/pip install --no-deps sglang==0.5.23
    venv/bin/pip install fastapi uvicorn python-multipart httpx
    venv/bin/python sglang_api.py --port 30010 --seconds 3

Real are the routes of videos, their parsing, records and progress. Everything else of the package is an empty stand-in, also
`/v1/models`, which is written here. A prompt with "OOM" in it fails.
"""

import argparse
import asyncio
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
import uuid
from unittest.mock import MagicMock

entry = "sglang.multimodal_gen.runtime.entrypoints.openai"
real = {f"{entry}.{name}" for name in ("video_api", "protocol", "stores", "storage", "video_progress", "utils")}


class StandIn(types.ModuleType):
    """A module that has whatever is asked for: a class for a name that begins like one, else a function that does nothing."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (), {}) if name[:1].isupper() and not name.isupper() else MagicMock(name=name)
        setattr(self, name, made)
        return made


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, root):
        self.root = root
        self.is_loading = True  # afterwards what is missing is missing

    def find_spec(self, name, path, target=None):
        if name in real:
            file = os.path.join(self.root, *name.split(".")) + ".py"
            return importlib.util.spec_from_file_location(name, file)
        is_own = name.split(".")[0] == "sglang"
        if not is_own and (not self.is_loading or importlib.machinery.PathFinder.find_spec(name, path)):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = StandIn(spec.name)
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, default=30010)
parser.add_argument("--seconds", type=float, default=3)
parser.add_argument("--model", default="Wan-AI/Wan2.2-TI2V-5B-Diffusers")
parser.add_argument("--output-path", default="outputs")
options = parser.parse_args()

import uvicorn
from fastapi import FastAPI

root = next(path for path in sys.path if os.path.isdir(os.path.join(path, "sglang")))
finder = Finder(root)
sys.meta_path.insert(0, finder)
video_api = importlib.import_module(f"{entry}.video_api")
video_progress = importlib.import_module(f"{entry}.video_progress")
finder.is_loading = False

settings = types.SimpleNamespace(
    input_save_path=os.path.join(options.output_path, "inputs"),
    output_path=options.output_path,
    served_model_name=options.model,
    enable_cache_report=False,
)
turn = asyncio.Lock()


class Sampling(types.SimpleNamespace):
    def output_file_path(self):
        return os.path.join(self.output_path, f"{self.output_file_name}.mp4")

    prepare_video_request_for_queue = cleanup_video_request = lambda self, batch: None
    expand_video_request_outputs_for_queue = lambda self, batch: None
    project_video_queued_job_fields = lambda self, batch: {}
    validate_video_final_outputs = lambda self, paths, batch: {}


class Result:
    peak_memory_mb = 1.0

    def __getattr__(self, name):  # what a video has not: usage, actions, lidar
        return None


def build_sampling_params(request_id, **kwargs):
    if kwargs.get("size"):
        kwargs["width"], kwargs["height"] = (int(side) for side in kwargs["size"].split("x"))
    return Sampling(request_id=request_id, **kwargs)


async def generate(_client, batch, scheduler_batches=None):
    """One after the other, with a percentage each tenth of the time, as the scheduler does."""
    sampling = batch.sampling_params
    async with turn:
        for tenth in range(1, 11):
            await asyncio.sleep(options.seconds / 10)
            told = video_progress.VIDEO_PROGRESS.update(sampling.request_id, tenth, 10)
            if told:
                await video_progress.apply_progress(*told)
        if "OOM" in sampling.prompt:
            raise RuntimeError("CUDA out of memory. Tried to allocate 20.00 GiB.")
        path = sampling.output_file_path()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        source = f"testsrc2=size={sampling.width}x{sampling.height}:rate={sampling.fps}"
        command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", str(sampling.num_frames)]
        process = await asyncio.create_subprocess_exec(*command, "-pix_fmt", "yuv420p", path)
        if await process.wait() != 0:
            raise RuntimeError("Model generation returned no output.")
    return [path], Result()


async def keep_picture(sources, request_id, uploads_dir, **_):
    return sources if isinstance(sources, str) else None


async def keep_prompt(_request, prompt, **_):
    return prompt


sampling_class = types.SimpleNamespace(prompt_optional=False, lower_video_request_kwargs=lambda request, kwargs: kwargs)
video_api.DataType = types.SimpleNamespace(VIDEO="video", ACTION="action")
video_api.get_global_server_args = lambda: settings
video_api.resolve_sampling_params_cls = lambda args: sampling_class
video_api.build_sampling_params = build_sampling_params
video_api.request_model_kwargs = lambda *_: {}
video_api.request_extra_value = lambda *_: None
video_api.maybe_enhance_prompt = keep_prompt
video_api._save_first_input_image = keep_picture
video_api.process_generation_batch = generate
video_api.prepare_request = lambda server_args, sampling_params, **_: types.SimpleNamespace(
    sampling_params=sampling_params, extra={}, num_outputs_per_prompt=1
)
video_api.generate_request_id = lambda: str(uuid.uuid4())

app = FastAPI()
app.include_router(video_api.router)


@app.get("/v1/models")
def models():
    card = {"id": options.model, "object": "model", "owned_by": "sglang", "root": options.model}
    return {"object": "list", "data": [{**card, "task_type": "TI2V", "supported_task_types": ["T2V", "I2V"]}]}


uvicorn.run(app, port=options.port, log_level="warning")
