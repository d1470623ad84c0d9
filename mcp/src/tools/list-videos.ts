import { Type } from 'typebox'
import { toJsonText } from '../text.ts'
import { defineTool, looking } from '../tool.ts'
import { toVideo, Video } from '../video.ts'

const Status = Type.Unsafe<'queued' | 'running' | 'completed' | 'failed'>({
  type: 'string',
  enum: ['queued', 'running', 'completed', 'failed'],
})

export const listVideos = defineTool({
  name: 'list_videos',
  title: 'List videos',
  description:
    'Lists videos of the account, newest first, without links to their files: task_status has those.',
  input: Type.Object({
    status: Type.Optional(Status),
    words: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words of the prompt, all of which it has.' }),
    ),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  }),
  output: Type.Object({ videos: Type.Array(Video), total: Type.Integer() }),
  annotations: looking,
  async run({ status, words, page = 1, page_size = 10 }, { client, signal }) {
    const query = { page, page_size, ...(status && { status }), ...(words && { q: words }) }
    const { items, total } = await client.GET('/api/v1/tasks', { params: { query }, signal })
    return toJsonText({ videos: items.map((task) => toVideo(client, task)), total })
  },
})
