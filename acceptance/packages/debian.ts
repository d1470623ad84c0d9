import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { cleanUp } from '../../server/src/testing/clean-up.ts'
import { until } from '../lib/product.ts'

// Empty Debians, made by debootstrap: a folder to chroot into, or a machine that boots.

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../.cache/debian')

export type Suite = 'bookworm' | 'trixie'

/** A fresh copy of an empty Debian, removed after the test. The first one of a suite is fetched and kept in the cache. */
export async function emptyDebian(t: TestContext, suite: Suite): Promise<string> {
  const kept = join(cache, suite)
  if (!existsSync(kept)) {
    await mkdir(cache, { recursive: true })
    await rm(`${kept}.partial`, { recursive: true, force: true })
    await run('debootstrap', ['--variant=minbase', suite, `${kept}.partial`], { maxBuffer: 1e8 })
    await rename(`${kept}.partial`, kept)
  }
  const folder = await mkdtemp(join(tmpdir(), `clipwright-${suite}-`))
  cleanUp(t, () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const root = join(folder, 'root')
  await run('cp', ['--archive', kept, root])
  return root
}

export interface Machine {
  root: string
  /** Runs commands as root of the machine, as a person would paste them. Returns what they said; rejects if one of them fails. */
  run(commands: string): Promise<string>
  /** Puts a file or folder of ours into root's home there. */
  bring(path: string): Promise<void>
  /** Names that lead to this machine. */
  resolveHere(...names: string[]): Promise<void>
}

/** Boots an empty Debian with its own systemd. It shares our network: its ports are ours. */
export async function bootDebian(t: TestContext, suite: Suite): Promise<Machine> {
  const root = await emptyDebian(t, suite)
  const install =
    'apt-get -qq update && apt-get -qq install -y --no-install-recommends systemd systemd-sysv dbus'
  await run(
    'chroot',
    [root, 'sh', '-c', `DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; ${install}`],
    {
      maxBuffer: 1e8,
    },
  )
  const nspawn = spawn(
    'systemd-nspawn',
    ['--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe', `--directory=${root}`],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE: '1' } },
  )
  const ended = once(nspawn, 'exit')
  let said = ''
  for (const stream of [nspawn.stdout, nspawn.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)))
  cleanUp(t, async () => {
    nspawn.kill('SIGTERM') // asks the machine to halt
    const timer = setTimeout(() => nspawn.kill('SIGKILL'), 60_000)
    await ended
    clearTimeout(timer)
  })
  const leader = await until(
    async () => {
      if (nspawn.exitCode !== null) throw new Error(`The machine did not boot:\n${said}`)
      return firstProcessOf(nspawn.pid!)
    },
    (pid) => pid !== '',
  )
  const inside = async (commands: string): Promise<string> => {
    const enter = ['--target', leader, '--mount', '--uts', '--ipc', '--pid', '--root', '--wd']
    const shell = [
      'env',
      '-i',
      'HOME=/root',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ]
    const script = `cd /root; exec 2>&1; ${commands}`
    try {
      const { stdout } = await run(
        'nsenter',
        [...enter, ...shell, 'bash', '-euo', 'pipefail', '-c', script],
        {
          maxBuffer: 1e8,
        },
      )
      return stdout
    } catch (error) {
      const { stdout = '' } = error as { stdout?: string }
      throw new Error(`In the machine failed:\n${commands}\n--- said:\n${stdout.slice(-6_000)}`, {
        cause: error,
      })
    }
  }
  await until(
    () => inside('systemctl is-system-running || true').catch(() => ''),
    (state) => /running|degraded/.test(state),
  )
  return {
    root,
    run: inside,
    bring: (path) => cp(path, join(root, 'root', basename(path)), { recursive: true }),
    resolveHere: async (...names) => {
      await appendFile(join(root, 'etc/hosts'), `127.0.0.1 localhost ${names.join(' ')}\n`)
    },
  }
}

/** The machine's systemd: the child of the process that holds the machine; '' as long as there is none. */
async function firstProcessOf(pid: number): Promise<string> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (new RegExp(`^PPid:\\t${pid}$`, 'm').test(status)) return name
  }
  return ''
}
