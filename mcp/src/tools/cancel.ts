import { Type } from 'typebox'
import { toJsonText } from '../text.ts'
import { defineTool } from '../tool.ts'
import { toVideo, Video } from '../video.ts'

export const cancel = defineTool({
  name: 'cancel',
  title: 'Cancel a video',
  description:
    'Ends a video that waits or is made; its credits are back at once. One that has ended stays as it is.',
  input: Type.Object({ task_id: Type.String({ maxLength: 64 }) }),
  output: Video,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run({ task_id }, { client, signal }) {
    const params = { path: { task_id } }
    return toJsonText(
      toVideo(client, await client.POST('/api/v1/tasks/{task_id}/cancel', { params, signal })),
    )
  },
})
