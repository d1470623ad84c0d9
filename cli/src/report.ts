import { styleText } from 'node:util'
import { unicode } from '@clack/prompts'
import type { Failure } from './failure.ts'
import { type Progress, startProgressBar } from './progress-bar.ts'

/** How a command speaks: to a person, or with `--json` to a program. */
export interface Report {
  /** Something is done, and more follows. */
  step(event: string, text: string, data?: object): void
  progress(now: Progress, data?: object): void
  /** Something to know that is no failure. */
  warn(text: string): void
  /** The outcome, once, at the end. */
  finish(result: object, text: string): void
  fail(failure: Failure): void
  /** One object on stdout, for a program. */
  readonly isJson: boolean
  /** Somebody sits there who can be asked. */
  readonly mayAsk: boolean
  /** From now on stdout is for the video: what is told goes to stderr. */
  keepStdout(): void
}

const done = unicode ? '◆' : '*'
const wrong = unicode ? '■' : 'x'

/** Exactly one object on stdout, whatever happens; what happens on the way is one object a line on stderr. */
export function createJsonReport(): Report {
  const event = (name: string, data: object) =>
    process.stderr.write(`${JSON.stringify({ event: name, ...data })}\n`)
  return {
    step: (name, _text, data = {}) => event(name, data),
    progress: ({ label, fraction }, data = {}) =>
      event('progress', { stage: label.toLowerCase(), progress: fraction, ...data }),
    warn: (text) => event('warning', { message: text }),
    finish: (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
    fail: ({ code, message, hint, details }) =>
      process.stdout.write(`${JSON.stringify({ error: { code, message, hint, ...details } })}\n`),
    isJson: true,
    mayAsk: false,
    keepStdout: () => undefined,
  }
}

/** A bar and colours on a terminal; plain lines elsewhere, where only the outcome goes to stdout. */
export function createHumanReport(): Report {
  return process.stdout.isTTY ? createTerminalReport() : createPlainReport()
}

function createTerminalReport(): Report {
  let bar: ReturnType<typeof startProgressBar> | undefined
  const print = (line: string) => {
    bar?.stop()
    bar = undefined
    process.stdout.write(`${line}\n`)
  }
  return {
    step: (_event, text) => print(`${styleText('green', done)}  ${text}`),
    progress(now) {
      bar ??= startProgressBar(process.stdout)
      bar.update(now)
    },
    warn: (text) => print(`${styleText('yellow', '!')}  ${text}`),
    finish: (_result, text) => print(text),
    fail({ message, hint }) {
      bar?.stop()
      const lines = [`${styleText('red', wrong)}  ${message}`, ...(hint ? [`   ${hint}`] : [])]
      process.stderr.write(`${lines.join('\n')}\n`)
    },
    isJson: false,
    mayAsk: process.stdin.isTTY && process.stderr.isTTY,
    keepStdout: () => undefined, // a terminal is never sent a video
  }
}

function createPlainReport(): Report {
  let last = ''
  let outcome: NodeJS.WriteStream = process.stdout
  const print = (line: string) => process.stderr.write(`${line}\n`)
  return {
    step: (_event, text) => print(text),
    progress({ label, fraction }) {
      // A line for every tenth: enough for a log.
      const line = fraction === null ? label : `${label} ${Math.floor(fraction * 10) * 10} %`
      if (line !== last) print(line)
      last = line
    },
    warn: print,
    finish: (_result, text) => void outcome.write(`${text}\n`),
    fail: ({ message, hint }) => print(hint ? `${message}\n${hint}` : message),
    isJson: false,
    mayAsk: process.stdin.isTTY && process.stderr.isTTY,
    keepStdout: () => void (outcome = process.stderr),
  }
}

/** The mark before a line that says: this went well. */
export function good(text: string): string {
  return process.stdout.isTTY ? `${styleText('green', done)}  ${text}` : text
}
