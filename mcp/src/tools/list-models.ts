import { Type } from 'typebox'
import { toJsonText } from '../text.ts'
import { defineTool, looking } from '../tool.ts'

export const listModels = defineTool({
  name: 'list_models',
  title: 'List models',
  description:
    'Lists the models on offer, the default first: what they make videos of, in which sizes and lengths.',
  input: Type.Object({}),
  output: Type.Object({
    models: Type.Array(
      Type.Object({
        model: Type.String(),
        title: Type.String(),
        modes: Type.Array(Type.String()),
        is_available: Type.Boolean({
          description: 'Whether an engine that makes these was heard of lately.',
        }),
        sizes: Type.Array(Type.String(), { description: 'Resolution, aspect ratio and pixels.' }),
        parameters: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          description: 'A JSON Schema of what generate_video takes with this model.',
        }),
      }),
    ),
  }),
  annotations: looking,
  async run(_input, { client, signal }) {
    const { items } = await client.GET('/api/v1/models', { signal })
    const models = items.map(({ model, title, modes, sizes, parameters }) => ({
      model,
      title,
      modes: modes.map(({ mode }) => mode),
      is_available: modes.some(({ is_available }) => is_available),
      sizes: sizes.map(
        (size) => `${size.resolution} ${size.aspect_ratio} ${size.width_px}x${size.height_px}`,
      ),
      parameters,
    }))
    return toJsonText({ models })
  },
})
