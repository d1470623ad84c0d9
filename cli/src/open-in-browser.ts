import { spawn } from 'node:child_process'

/** How long an opener may take to fail; one that runs longer is a browser. */
const patience_ms = 3_000

/** Opens an address in the person's browser; false where there is none. The browser outlives the command. */
export async function openInBrowser(url: string, signal: AbortSignal): Promise<boolean> {
  const [program, ...args] = opener(url)
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.unref()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(true), patience_ms)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    child.once('error', () => end(() => resolve(false)))
    child.once('exit', (code) => end(() => resolve(code === 0)))
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true })
  })
}

/** The program of the system that opens what one names. The address has no characters that a shell would take for its own. */
function opener(url: string): [program: string, ...args: string[]] {
  if (process.platform === 'darwin') return ['open', url]
  // `start` belongs to the shell; its first quoted word would be a title.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""', url]
  return ['xdg-open', url]
}
