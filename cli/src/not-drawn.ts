import type { Report } from './report.ts'
import { toPlainText } from './terminal-text.ts'

/** Warns of parts of the prompt that the video does not show, if the service reports any. */
export function warnNotDrawn(
  { warn }: Pick<Report, 'warn'>,
  { not_drawn = [] }: { not_drawn?: string[] },
): void {
  if (not_drawn.length > 0) warn(`Not drawn: ${toPlainText(not_drawn.join(', '))}`)
}
