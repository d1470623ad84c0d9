import type { TextKind } from './schemas.ts'

// C0 and C1 controls; the second set lets line breaks and tabs pass.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u001F\u007F-\u009F]/
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlsBesideLayout = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/
/** Characters that change the direction of text, so that a name could look like another. */
const bidi = /[\u202A-\u202E\u2066-\u2069]/

/**
 * The normalised text, or its problem. A lone surrogate is always refused, since PostgreSQL would store another character or
 * fail; NUL is refused for any text that reaches the database.
 */
export function normalizeText(kind: TextKind, value: string): { text: string } | { problem: string } {
  if (!value.isWellFormed()) return { problem: 'must be well-formed Unicode' }
  switch (kind) {
    case 'secret':
      return { text: value }
    case 'plain':
      return value.includes('\0') ? { problem: 'must not contain NUL' } : { text: value }
    case 'label': {
      const text = value.trim().normalize('NFC')
      return controls.test(text) || bidi.test(text)
        ? { problem: 'must not contain control or direction characters' }
        : { text }
    }
    case 'prose': {
      const text = value.trim().normalize('NFC')
      return controlsBesideLayout.test(text) ? { problem: 'must not contain control characters' } : { text }
    }
  }
}
