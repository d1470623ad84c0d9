import { rm, writeFile } from 'node:fs/promises'
import { findProgram, run } from './run.ts'

const remuxLimit_ms = 120_000

/** What a video may arrive in. A playlist or a list of files would make ffmpeg open what the sender names. */
const containers = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm'

/**
 * Copies pictures and sound, not a bit of them changed, into an mp4 that plays before it is wholly there and says of itself
 * what `tags` says, and nothing else: tags of the source, of its streams and chapters, and files attached to it, stay
 * behind. The same source and tags give the same bytes.
 * @throws {ProcessError} `failed` for what an mp4 can't hold; {TypeError} for a tag with a backslash before a line's end, which
 * ffmpeg reads as another text.
 */
export async function remux(
  source: string,
  target: string,
  tags: Readonly<Record<string, string>>,
  { signal, ffmpeg_path }: { signal: AbortSignal; ffmpeg_path?: string | undefined },
): Promise<void> {
  // As a file: what stands on a command line, every user of the machine can read.
  const tagFile = `${target}.tags`
  await writeFile(tagFile, tagText(tags), { mode: 0o600 })
  try {
    const input = ['-protocol_whitelist', 'file', '-format_whitelist', containers, '-i', `file:${source}`]
    const ownTags = ['-f', 'ffmetadata', '-i', `file:${tagFile}`, '-map_metadata', '1']
    const streams = ['-map', '0:v', '-map', '0:a?', '-c', 'copy', '-fflags', '+bitexact']
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

/** In ffmpeg's own format for tags, which takes any text. */
function tagText(tags: Readonly<Record<string, string>>): string {
  if (Object.values(tags).some((value) => /\\(\n|$)/.test(value))) throw new TypeError('No text for a tag')
  const lines = Object.entries(tags).map(
    ([name, value]) => `${name}=${value.replaceAll(/[=;#\\\n]/g, '\\$&')}`,
  )
  return `;FFMETADATA1\n${lines.join('\n')}\n`
}
