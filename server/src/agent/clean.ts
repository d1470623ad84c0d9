// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g
/** Invisible characters, and those that change the direction of text. */
const unseen = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** Turns a language model's text into plain text, without markup, invisible characters and chatter. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(controls, ' ')
    .replaceAll(unseen, '')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<!--[\s\S]*?-->|<\/?[a-z!][^<>]{0,500}>/gi, ' ')
    .replaceAll(/!?\[([^\][]{0,500})\]\([^()\s]{0,500}\)/g, '$1')
    .replaceAll(/^```\w*$|^#{1,6} |^> /gm, '')
    .replaceAll(/(\*\*|__|`)(?=\S)([^\n]+?)\1/g, '$2')
    .replace(
      /^\s*(?:(?:sure|certainly|of course)[^\n]{0,40}[:!]\s*)?(?:here(?:'s| is)[^\n:]{0,60}|optimi[sz]ed prompt|优化后的?提示词)[:：]\s*/i,
      '',
    )
    .replaceAll(/[ \t]{2,}/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const maxTag = 40

/** A language model's tags: single lines of plain text, without duplicates and addresses. */
export function cleanTags(tags: unknown, max_tags: number): string[] {
  if (!Array.isArray(tags)) return []
  const cleaned = new Map<string, string>()
  // A model that counts badly sends a few more; one that has gone astray far too many.
  for (const tag of tags.slice(0, 200)) {
    if (typeof tag !== 'string') continue
    const text = cleanText(tag.slice(0, 1000))
      .replaceAll(/[#＃,，;；\n\t]+/g, ' ')
      .replaceAll(/ {2,}/g, ' ')
      .trim()
    const length = Array.from(text).length
    if (length < 1 || length > maxTag || !/[\p{L}\p{N}]/u.test(text) || hasAddress(text)) continue
    if (!cleaned.has(text.toLowerCase())) cleaned.set(text.toLowerCase(), text)
  }
  return [...cleaned.values()].slice(0, max_tags)
}

const address =
  /(?:https?:|javascript:|data:|www\.)\S|\S@\S+\.\S|\b[a-z0-9-]+\.(?:com|net|org|io|cn|ru|xyz|top)\b/i

export const hasAddress = (text: string): boolean => address.test(text)
