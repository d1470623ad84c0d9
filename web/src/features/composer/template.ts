/**
 * A prompt with braces. `{red|blue}` is a wildcard: the prompt is meant once with each. `{name}` is a field, which somebody fills
 * in before. Anything else with a brace stays as it is.
 */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'choice'; options: string[] }

/** A name is short and has no sign of a sentence, so that code or JSON in a prompt is no field. */
const braces = /\{([^{}\n]*\|[^{}\n]*|[\p{L}\p{N}_ -]{1,40})\}/gu

export function parseTemplate(prompt: string): Part[] {
  const parts: Part[] = []
  let end = 0
  const addText = (to: number): void => {
    if (to > end) parts.push({ kind: 'text', text: prompt.slice(end, to) })
  }
  for (const match of prompt.matchAll(braces)) {
    const inside = match[1]!
    const options = inside.includes('|') ? [...new Set(inside.split('|'))] : []
    if (options.length === 0 && inside.trim() === '') continue
    addText(match.index)
    parts.push(options.length > 0 ? { kind: 'choice', options } : { kind: 'field', name: inside.trim() })
    end = match.index + match[0].length
  }
  addText(prompt.length)
  return parts
}

/** The fields of a prompt, each once, in the order in which they stand. */
export const fieldsOf = (parts: readonly Part[]): string[] => [
  ...new Set(parts.flatMap((part) => (part.kind === 'field' ? [part.name] : []))),
]

/** How many prompts a prompt stands for, without making them. */
export const countOf = (parts: readonly Part[]): number =>
  parts.reduce((count, part) => (part.kind === 'choice' ? count * part.options.length : count), 1)

/** Whether braces would be sent as they are. */
export const hasRawBraces = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.kind === 'text' && /[{}]/.test(part.text))

/** The prompts that a prompt stands for, at most `most`; a field without a value leaves nothing. Without braces it is itself. */
export function expand(
  parts: readonly Part[],
  values: Readonly<Record<string, string>>,
  most: number,
): string[] {
  let made = ['']
  for (const part of parts) {
    const options =
      part.kind === 'text' ? [part.text] : part.kind === 'choice' ? part.options : [values[part.name] ?? '']
    made = made.flatMap((begun) => options.map((option) => begun + option)).slice(0, most)
  }
  return parts.every(({ kind }) => kind === 'text') ? made : made.map(tidy)
}

/** An empty choice leaves two spaces, a space before a comma, or two commas. */
const tidy = (prompt: string): string =>
  prompt
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ +([,.;:!?])/g, '$1')
    .replaceAll(/,(?:\s*,)+/g, ',')
    .trim()
