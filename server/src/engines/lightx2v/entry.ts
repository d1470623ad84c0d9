import { type Static, Type } from 'typebox'

/** A model in an engine's entry, with defaults applied. */
export interface Lightx2vModel {
  /** The `--task` of the server, which does not report it. */
  task: 't2v' | 'i2v' | 's2v' | 'flf2v'
  /** The class that the server must report; null accepts any. */
  model_cls: string | null
  /** How the server chooses the size of an image-to-video result. */
  resize_mode: string
}

export const Lightx2vModelEntry = Type.Object(
  {
    task: Type.Union([Type.Literal('t2v'), Type.Literal('i2v'), Type.Literal('s2v'), Type.Literal('flf2v')], {
      description: 'The --task of the server.',
    }),
    model_cls: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The --model_cls of the server.' }),
    ),
    resize_mode: Type.Optional(
      Type.Union(
        [
          Type.Literal('adaptive'),
          Type.Literal('keep_ratio_fixed_area'),
          Type.Literal('fixed_min_area'),
          Type.Literal('fixed_max_area'),
          Type.Literal('fixed_shape'),
          Type.Literal('fixed_min_side'),
        ],
        { description: 'How the size of a video from a picture is chosen. Default: adaptive.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Lightx2vModelEntry = Static<typeof Lightx2vModelEntry>
