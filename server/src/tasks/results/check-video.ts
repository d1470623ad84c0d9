import { rename } from 'node:fs/promises'
import { EngineError } from '../../engines/engines.ts'
import {
  convert,
  type Conversion,
  picturePlaysAnywhere,
  soundIsWhole,
  soundPlaysAnywhere,
} from '../../platform/media/convert.ts'
import { probe, type VideoFacts } from '../../platform/media/probe.ts'
import { remux } from '../../platform/media/remux.ts'
import { ProcessError } from '../../platform/media/run.ts'
import type { GenerateParams } from '../task/tables.ts'

interface FfmpegOptions {
  signal: AbortSignal
  ffmpeg_path: string | null
}

/** Probes a received file. @throws EngineError `bad_result` if it is not a video of the requested size and length. */
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

/**
 * Encodes the picture or the sound of the file at `path` again unless every browser plays it, and resolves to the facts about what
 * is there then. Sound that can't be decoded is left out, and `onSoundLost` called: the picture is worth more than its sound.
 * @throws EngineError `bad_result` if the picture can't be decoded.
 */
export async function makePlayable(
  path: string,
  facts: VideoFacts,
  { signal, ffmpeg_path, onSoundLost }: FfmpegOptions & { onSoundLost: (cause: unknown) => void },
): Promise<VideoFacts> {
  const tools = { signal, ...(ffmpeg_path !== null && { ffmpeg_path }) }
  const picture = picturePlaysAnywhere(facts) ? 'copy' : 'encode'
  const sound = await howToKeepSound(path, facts, tools)
  if (picture === 'copy' && sound !== 'encode') return facts
  const converted = `${path}.converted.mp4`
  const write = (conversion: Pick<Conversion, 'picture' | 'sound'>) =>
    convert(path, converted, { ...conversion, duration_s: facts.duration_s }, tools)
  try {
    await write({ picture, sound }).catch((error: unknown) => {
      if (sound === 'leave out' || !isFailure(error)) throw error
      onSoundLost(error)
      return write({ picture, sound: 'leave out' })
    })
  } catch (error) {
    if (!isFailure(error)) throw error
    throw badResult(`a video that cannot be played (${facts.codec})`, error)
  }
  await rename(converted, path)
  return probe(path, tools)
}

async function howToKeepSound(
  path: string,
  facts: VideoFacts,
  tools: Parameters<typeof soundIsWhole>[1],
): Promise<Conversion['sound']> {
  if (!facts.has_audio) return 'leave out'
  return soundPlaysAnywhere(facts) && (await soundIsWhole(path, tools)) ? 'copy' : 'encode'
}

const isFailure = (error: unknown) => error instanceof ProcessError && error.code === 'failed'

/**
 * Copies a video into a new mp4 file with `tags` in place of the engine's.
 * @throws EngineError `bad_result` if it does not fit into mp4.
 */
export async function retagVideo(
  source: string,
  target: string,
  tags: Readonly<Record<string, string>>,
  { has_audio, signal, ffmpeg_path }: FfmpegOptions & { has_audio: boolean },
): Promise<void> {
  try {
    await remux(source, target, tags, { has_audio, signal, ffmpeg_path: ffmpeg_path ?? undefined })
  } catch (error) {
    if (!isFailure(error)) throw error
    throw badResult('a video that is no mp4', error)
  }
}

export function badResult(what: string, cause?: unknown): EngineError {
  return new EngineError('bad_result', `The engine sent ${what}.`, { fault: 'engine', cause })
}

/**
 * Compares a result with its request; undefined if it fits. Engines may round the size (by up to 32 px) and the length. An
 * enhanced video must have the exact size; `finishEnhanced` compares its length with the source.
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
