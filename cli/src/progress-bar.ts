import { styleText } from 'node:util'
import { unicode } from '@clack/prompts'

/** `fraction` is from 0 to 1, or null while unknown. */
export interface Progress {
  label: string
  fraction: number | null
}

const frame_ms = 80
const frames = unicode ? ['◒', '◐', '◓', '◑'] : ['-', '\\', '|', '/']
const full = unicode ? '━' : '#'
const empty = unicode ? '─' : '-'
const longestBar = 36
const labelColumns = 11
/** Spinner, gaps, percentage and clock. */
const otherColumns = labelColumns + 20
const hideCursor = '\x1b[?25l'
const showCursor = '\x1b[?25h'
const clearLine = '\r\x1b[2K'

/**
 * Draws a progress bar on one line. We do not use the bar of @clack/prompts: it reads the keyboard and ends the process with exit
 * code 0 at Ctrl-C, before a partial download can be removed.
 */
export function startProgressBar(terminal: NodeJS.WriteStream, columns = terminal.columns || 80) {
  const started_at = performance.now()
  const width = Math.max(4, Math.min(longestBar, columns - otherColumns))
  let now: Progress = { label: '', fraction: null }
  let shown = 0
  let tick = 0

  const draw = () => {
    tick += 1
    // Progress arrives about once a second; the bar glides towards it and never runs ahead.
    shown += ((now.fraction ?? 0) - shown) * 0.35
    const bar = now.fraction === null ? sweep(tick, width) : fill(Math.round(shown * width), width)
    const percent = now.fraction === null ? '' : `${Math.floor(now.fraction * 100)} %`
    const spinner = styleText('magenta', frames[tick % frames.length]!)
    const clock = styleText('dim', formatClock(performance.now() - started_at))
    terminal.write(
      `${clearLine}${spinner}  ${now.label.padEnd(labelColumns)} ${bar} ${percent.padStart(5)}  ${clock}`,
    )
  }
  const restore = () => terminal.write(clearLine + showCursor)
  process.once('exit', restore)
  terminal.write(hideCursor)
  const timer = setInterval(draw, frame_ms)

  return {
    update(progress: Progress): void {
      if (progress.label !== now.label) shown = progress.fraction ?? 0
      now = progress
    },
    /** Writes a line above. */
    say(line: string): void {
      terminal.write(`${clearLine}${line}\n`)
      draw()
    },
    /** Stops and clears the line. */
    stop(): void {
      clearInterval(timer)
      process.off('exit', restore)
      restore()
    },
  }
}

function fill(count: number, width: number): string {
  return styleText('magenta', full.repeat(count)) + styleText('dim', empty.repeat(width - count))
}

/** A piece that moves to and fro, for unknown progress. */
function sweep(tick: number, width: number): string {
  const piece = Math.min(6, width)
  const steps = width - piece
  const at = steps === 0 ? 0 : steps - Math.abs((tick % (2 * steps)) - steps)
  const line = (count: number) => styleText('dim', empty.repeat(count))
  return line(at) + styleText('magenta', full.repeat(piece)) + line(steps - at)
}

export function formatClock(ms: number): string {
  const s = Math.floor(ms / 1000)
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}
