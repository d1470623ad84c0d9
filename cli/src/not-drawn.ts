import type { Report } from './report.ts'
import { toPlainText } from './terminal-text.ts'

/** Says what of the prompt the video does not show, where the service knows it. */
export function warnNotDrawn(
  { warn }: Pick<Report, 'warn'>,
  { not_drawn = [] }: { not_drawn?: string[] },
): void {
  if (not_drawn.length > 0) warn(`Not drawn: ${toPlainText(not_drawn.join(', '))}`)
}
