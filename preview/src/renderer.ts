import { viewAt } from './camera.ts'
import { composeScene } from './compose.ts'
import { composeStill } from './image-to-video.ts'
import { paintTogether, type Sharing } from './paint-together.ts'
import { createPicture } from './picture.ts'
import { createPost } from './post.ts'
import { parsePrompt } from './prompt/parse.ts'
import { createStage, type Painter } from './stage.ts'

/** A film to draw; the same request gives the same film, to the last pixel. */
export interface FilmRequest {
  prompt: string
  /** Even, as every side of a yuv420p picture. */
  width_px: number
  height_px: number
  fps: number
  /** The film lasts `frames / fps` seconds. */
  frames: number
  seed: number
  /** A PNG, JPEG or WebP file that the film shows instead of a drawn scene. */
  image: Uint8Array | null
}

/** Draws any frame of one film, in any order: frame `index` depends on nothing but the request. */
export interface Renderer {
  /** Fills `out` with planar yuv420p. */
  render(index: number, out: Uint8Array): void
}

/**
 * With `sharing` it resolves only once the film's other threads have done their part.
 * @throws {UnusablePicture}
 */
export async function createRenderer(request: FilmRequest, sharing?: Sharing): Promise<Renderer> {
  const { width_px: width, height_px: height, seed, frames, fps } = request
  const spec = parsePrompt(request.prompt)
  const together = sharing && paintTogether(sharing)
  const stage = createStage(spec, {
    width,
    height,
    seed,
    duration_s: frames / fps,
    ...(together && { paintOnce: together.paintOnce }),
  })
  const painters: Painter[] = request.image ? await composeStill(stage, request.image) : composeScene(stage)
  await together?.arrived()
  const picture = createPicture(width, height)
  const post = createPost(width, height, seed)
  return {
    render(index, out) {
      const progress = frames > 1 ? index / (frames - 1) : 0
      const view = viewAt(spec.camera, progress, { x_px: stage.marginX, y_px: stage.marginY })
      const moment = { t_s: index / fps, progress, view }
      for (const painter of painters) painter.paint(picture, moment)
      post(picture, index, out)
    },
  }
}
