import { Type } from 'typebox'
import { defineTool, looking } from '../tool.ts'
import { tellVideo, Video, WaitSeconds } from '../video.ts'

export const taskStatus = defineTool({
  name: 'task_status',
  title: 'How a video stands',
  description:
    'Tells how a video stands: its place in the queue, how far it is, why it failed, or the link to the mp4 and a picture of it. With wait_seconds it waits for the end.',
  input: Type.Object({ task_id: Type.String({ maxLength: 64 }), wait_seconds: WaitSeconds(0) }),
  output: Video,
  annotations: looking,
  run: ({ task_id, wait_seconds = 0 }, context) => tellVideo(task_id, wait_seconds, context),
})
