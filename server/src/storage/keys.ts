/** Rules for keys and types, the same for every storage. */

const maxKeyLength = 255

/**
 * Content types by extension. None of them can run in a browser: no HTML, no SVG. Other types can't be stored, so that an
 * object is always served as the type it was stored as.
 */
const typesByExtension: Record<string, string> = {
  aac: 'audio/aac',
  bin: 'application/octet-stream',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  zip: 'application/zip',
}

/** @throws {TypeError} as `ObjectStorage` says. */
export function checkKey(key: string): void {
  const segments = key.split('/')
  const fits = key.length <= maxKeyLength && segments.every((segment) => /^[A-Za-z0-9._-]+$/.test(segment))
  if (!fits || segments.includes('.') || segments.includes('..')) {
    throw new TypeError(`No object key: ${JSON.stringify(key.slice(0, 300))}`)
  }
}

/** The content type of a key's extension; undefined for an unknown one. */
export function typeOf(key: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? ''
  return Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined
}

/** @throws {TypeError} when it does not match the key's extension. */
export function checkType(key: string, content_type: string): void {
  const expected = typeOf(key)
  if (content_type !== expected) {
    throw new TypeError(
      `${key} can't be ${content_type}: its extension stands for ${expected ?? 'no type we store'}`,
    )
  }
}

/** @throws {TypeError} for types that a browser might run. */
export function checkOverride(content_type: string): void {
  if (!Object.values(typesByExtension).includes(content_type)) {
    throw new TypeError(`Objects are not served as ${content_type}`)
  }
}

/** @throws {TypeError} for a name that is a path, or needs escaping in `Content-Disposition`. */
export function checkFileName(name: string): void {
  if (!/^[\x20-\x7e]{1,200}$/.test(name) || /["\\/%]/.test(name)) {
    throw new TypeError(`No file name for a download: ${JSON.stringify(name.slice(0, 300))}`)
  }
}
