import { rm, writeFile } from 'node:fs/promises'
import { findProgram, run } from './run.ts'

const remuxLimit_ms = 120_000

/** Accepted containers. A playlist would make ffmpeg open whatever files the sender names. */
export const containers = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'

/**
 * Copies the first picture and the first sound unchanged into an mp4 that plays while it downloads, with exactly these tags:
 * tags of the source, its streams and chapters, further streams and attached files are dropped. The same source and tags give the same bytes. @throws
 * {ProcessError} `failed` when an mp4 can't hold the streams; {TypeError} for a tag with a backslash before a line end,
 * which ffmpeg would change.
 */
export async function remux(
  source: string,
  target: string,
  tags: Readonly<Record<string, string>>,
  {
    has_audio,
    signal,
    ffmpeg_path,
  }: {
    /** False leaves out a track of sound that holds nothing. */
    has_audio: boolean
    signal: AbortSignal
    ffmpeg_path?: string | undefined
  },
): Promise<void> {
  // In a file: every user of the machine can read a command line.
  const tagFile = `${target}.tags`
  await writeFile(tagFile, tagText(tags), { mode: 0o600 })
  try {
    const input = ['-protocol_whitelist', 'file', '-format_whitelist', containers, '-i', `file:${source}`]
    const ownTags = ['-f', 'ffmetadata', '-i', `file:${tagFile}`, '-map_metadata', '1']
    const streams = [
      '-map',
      '0:v:0',
      ...(has_audio ? ['-map', '0:a:0'] : []),
      '-c',
      'copy',
      '-fflags',
      '+bitexact',
    ]
    const nothingElse = ['-map_metadata:s', '-1', '-map_chapters', '-1']
    const output = ['-movflags', '+faststart+use_metadata_tags', '-f', 'mp4', `file:${target}`]
    await run(
      findProgram('ffmpeg', ffmpeg_path),
      ['-nostdin', '-v', 'error', '-y', ...input, ...ownTags, ...streams, ...nothingElse, ...output],
      { signal, timeout_ms: remuxLimit_ms },
    )
  } finally {
    await rm(tagFile, { force: true })
  }
}

/** ffmpeg's metadata format, which takes any text. */
function tagText(tags: Readonly<Record<string, string>>): string {
  if (Object.values(tags).some((value) => /\\(\n|$)/.test(value))) throw new TypeError('No text for a tag')
  const lines = Object.entries(tags).map(
    ([name, value]) => `${name}=${value.replaceAll(/[=;#\\\n]/g, '\\$&')}`,
  )
  return `;FFMETADATA1\n${lines.join('\n')}\n`
}
