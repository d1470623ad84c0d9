import { EngineError } from '../../engines/engines.ts'
import { probe, type VideoFacts } from '../../platform/media/probe.ts'
import { remux } from '../../platform/media/remux.ts'
import { ProcessError } from '../../platform/media/run.ts'
import type { GenerateParams } from '../task/tables.ts'

interface FfmpegOptions {
  signal: AbortSignal
  ffmpeg_path: string | null
}

/** What a received file is. @throws EngineError `bad_result` for one that is no video of the asked size and length. */
export async function checkVideo(
  path: string,
  params: GenerateParams,
  { signal, ffmpeg_path }: FfmpegOptions,
): Promise<VideoFacts> {
  let facts: VideoFacts
  try {
    facts = await probe(path, { signal, ...(ffmpeg_path !== null && { ffmpeg_path }) })
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code === 'missing') throw error
    throw badResult('a file that is no video', error)
  }
  const problem = resultProblem(facts, params)
  if (problem) throw badResult(`a wrong video: ${problem}`)
  return facts
}

/** Writes the video with our tags instead of the engine's. @throws EngineError `bad_result` for what an mp4 can't hold. */
export async function retagVideo(
  source: string,
  target: string,
  tags: Readonly<Record<string, string>>,
  { signal, ffmpeg_path }: FfmpegOptions,
): Promise<void> {
  try {
    await remux(source, target, tags, { signal, ffmpeg_path: ffmpeg_path ?? undefined })
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code !== 'failed') throw error
    throw badResult('a video that is no mp4', error)
  }
}

export function badResult(what: string, cause?: unknown): EngineError {
  return new EngineError('bad_result', `The engine sent ${what}.`, { fault: 'engine', cause })
}

/**
 * What is wrong with a result, or nothing. Engines may round a size or a length; they may not send something else. An enhanced
 * video has the very size that was asked for, and its length is that of its source, which nobody knows here.
 */
export function resultProblem(
  facts: Pick<VideoFacts, 'width_px' | 'height_px' | 'duration_s' | 'frames'>,
  asked: Pick<GenerateParams, 'mode' | 'width_px' | 'height_px' | 'frames' | 'fps'>,
): string | undefined {
  const isEnhanced = asked.mode === 'enhance'
  const tolerance_px = isEnhanced ? 0 : 32 // models round sizes to multiples of up to 32
  if (
    Math.abs(facts.width_px - asked.width_px) > tolerance_px ||
    Math.abs(facts.height_px - asked.height_px) > tolerance_px
  ) {
    return `${facts.width_px}x${facts.height_px} instead of ${asked.width_px}x${asked.height_px}`
  }
  if (isEnhanced) return undefined
  const asked_s = asked.frames / asked.fps
  if (facts.frames < 1 || Math.abs(facts.duration_s - asked_s) > Math.max(0.5, asked_s * 0.1)) {
    return `${facts.duration_s.toFixed(2)} s instead of ${asked_s.toFixed(2)} s`
  }
  return undefined
}
