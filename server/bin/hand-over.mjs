// Plain JavaScript: this runs on the Node that the machine has, which may be too old for TypeScript.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** How soon we notice that npm is gone. */
const parentCheck_ms = 500
/** The same Ctrl-C arrives twice when npm stands between us and the terminal: closer together than a person can. */
const sameSignal_ms = 400

/** The environment for a server: Node keeps what it makes of our TypeScript, since that takes a third of a start. */
export function serverEnvironment() {
  const compiled = fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url))
  return { NODE_COMPILE_CACHE: compiled, ...process.env }
}

/**
 * Runs a program to its end with our terminal, passing on the signals we get. Resolves to its exit code, or to 128 and
 * the signal's number when one ended it, as a shell would.
 *
 * With `apart` it gets no input and a process group of its own, so that each Ctrl-C reaches it once and through us: for
 * a server to which a second one means "now". It also ends when the npm that runs us was killed, which tells us nothing.
 * Otherwise the terminal itself interrupts it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, apart?: boolean }} [options]
 * @returns {Promise<number>}
 */
export async function handOver(program, args, { cwd, env, apart = false } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: env ?? process.env,
    stdio: [apart ? 'ignore' : 'inherit', 'inherit', 'inherit'],
    detached: apart,
  })
  const stopPassing = passSignals(child, (signal) => apart || signal !== 'SIGINT' || !process.stdin.isTTY)
  const stopWatching = apart && process.env.npm_lifecycle_event ? watchParent(child) : undefined
  try {
    return await exitCode(child)
  } finally {
    stopPassing()
    stopWatching?.()
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} Rejects when the program can't be started.
 */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(signal: NodeJS.Signals) => boolean} isOurs Whether it is for us to pass this one on.
 */
function passSignals(child, isOurs) {
  let last_ms = -Infinity
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    const now_ms = performance.now()
    const isEcho = now_ms - last_ms < sameSignal_ms
    last_ms = now_ms
    if (!isEcho && isOurs(signal)) child.kill(signal)
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return () => signals.forEach((signal) => process.off(signal, pass))
}

/** @param {import('node:child_process').ChildProcess} child */
function watchParent(child) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, parentCheck_ms)
  return () => clearInterval(timer)
}
