import { styleText } from 'node:util'
import { unicode } from '@clack/prompts'
import type { Failure } from './failure.ts'
import { type Progress, startProgressBar } from './progress-bar.ts'

/** The output of a command, for a person or, with `--json`, for a program. */
export interface Report {
  /** Reports a completed step of a command that goes on. */
  step(event: string, text: string, data?: object): void
  progress(now: Progress, data?: object): void
  /** Reports one of several things that come about while the progress goes on. */
  aside(event: string, text: string, data?: object): void
  warn(text: string): void
  /** Writes one of many results to stdout, of a command without an end. */
  item(result: object, text: string): void
  /** Reports the outcome; called once, at the end. */
  finish(result: object, text: string): void
  fail(failure: Failure): void
  /** Whether stdout gets a JSON object. */
  readonly isJson: boolean
  /** Whether a person at a terminal can be asked. */
  readonly mayAsk: boolean
  /** Reserves stdout for the video; all texts go to stderr from now on. */
  keepStdout(): void
}

const done = unicode ? '◆' : '*'
const wrong = unicode ? '■' : 'x'

/** Writes exactly one JSON object to stdout, also for a failure, and a line of JSON to stderr for each step. */
export function createJsonReport(): Report {
  const event = (name: string, data: object) =>
    process.stderr.write(`${JSON.stringify({ event: name, ...data })}\n`)
  return {
    step: (name, _text, data = {}) => event(name, data),
    progress: ({ label, fraction }, data = {}) =>
      event('progress', { stage: label.toLowerCase(), progress: fraction, ...data }),
    aside: (name, _text, data = {}) => event(name, data),
    warn: (text) => event('warning', { message: text }),
    item: (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
    finish: (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
    fail: ({ code, message, hint, details }) =>
      process.stdout.write(`${JSON.stringify({ error: { code, message, hint, ...details } })}\n`),
    isJson: true,
    mayAsk: false,
    keepStdout: () => undefined,
  }
}

/**
 * Draws colours and a progress bar on a terminal. Elsewhere it writes the outcome to stdout and the rest to stderr, as plain
 * lines.
 */
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
    aside: (_event, text) => (bar ? bar.say(text) : print(text)),
    warn: (text) => print(`${styleText('yellow', '!')}  ${text}`),
    item: (_result, text) => print(text),
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
      // One line per tenth.
      const line = fraction === null ? label : `${label} ${Math.floor(fraction * 10) * 10} %`
      if (line !== last) print(line)
      last = line
    },
    aside: (_event, text) => print(text),
    warn: print,
    item: (_result, text) => void process.stdout.write(`${text}\n`),
    finish: (_result, text) => void outcome.write(`${text}\n`),
    fail: ({ message, hint }) => print(hint ? `${message}\n${hint}` : message),
    isJson: false,
    mayAsk: process.stdin.isTTY && process.stderr.isTTY,
    keepStdout: () => void (outcome = process.stderr),
  }
}

/** Puts the mark for failure before a line, if stdout is a terminal. */
export function bad(text: string): string {
  return process.stdout.isTTY ? `${styleText('red', wrong)}  ${text}` : text
}

/** Puts the mark for success before a line, if stdout is a terminal. */
export function good(text: string): string {
  return process.stdout.isTTY ? `${styleText('green', done)}  ${text}` : text
}
