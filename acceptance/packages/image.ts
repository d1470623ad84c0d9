import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { cleanUp } from '../../server/src/testing/clean-up.ts'
import { emptyDebian, type Suite } from './debian.ts'
import { type Instruction, pairsOf, readDockerfile, type Stage, substitute } from './dockerfile.ts'

// Builds and runs an image without Docker: each stage in an empty Debian, with chroot. Layers, the cache of builds and the network of
// containers are not here; the steps and what they leave are.

const run = promisify(execFile)

export interface Image {
  root: string
  env: Record<string, string>
  user: string
  workdir: string
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
  stopsignal: string
}

/** `context`: the folder that COPY reads, of which .dockerignore is respected because `git ls-files` and it agree on what counts. */
export async function buildImage(t: TestContext, dockerfile: string, context: string): Promise<Image> {
  const built = new Map<string, Image>()
  let image: Image | undefined
  for (const stage of readDockerfile(await readFile(dockerfile, 'utf8'))) {
    image = await buildStage(t, stage, context, built)
    if (stage.name) built.set(stage.name, image)
  }
  return image!
}

async function buildStage(
  t: TestContext,
  { base, instructions }: Stage,
  context: string,
  built: ReadonlyMap<string, Image>,
): Promise<Image> {
  const root = await startFrom(t, base)
  const image: Image = {
    root,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    user: '0:0',
    workdir: '/',
    entrypoint: [],
    command: [],
    healthcheck: [],
    stopsignal: 'SIGTERM',
  }
  for (const instruction of instructions) {
    const began_ms = performance.now()
    await execute(image, instruction, context, built)
    const seconds = ((performance.now() - began_ms) / 1000).toFixed(1)
    if (['RUN', 'COPY'].includes(instruction.keyword))
      t.diagnostic(
        `${seconds} s  ${instruction.keyword} ${instruction.text.replaceAll(/\s+/g, ' ').slice(0, 90)}`,
      )
  }
  return image
}

async function execute(
  image: Image,
  { keyword, flags, text, words }: Instruction,
  context: string,
  built: ReadonlyMap<string, Image>,
): Promise<void> {
  switch (keyword) {
    case 'ARG':
    case 'ENV':
      for (const [name, value] of pairsOf(text)) image.env[name] = substitute(value, image.env)
      return
    case 'LABEL':
      for (const [, value] of pairsOf(text)) substitute(value, image.env)
      return
    case 'WORKDIR':
      image.workdir = text
      return mkdir(join(image.root, text), { recursive: true }).then(() => {})
    case 'USER':
      image.user = text
      return
    case 'ENTRYPOINT':
      image.entrypoint = words!
      return
    case 'CMD':
      image.command = words!
      return
    case 'HEALTHCHECK':
      image.healthcheck = JSON.parse(text.replace(/^.*?CMD\s+/, '')) as string[]
      return
    case 'STOPSIGNAL':
      image.stopsignal = text
      return
    case 'COPY':
      return copy(image, flags.get('from') ? built.get(flags.get('from')!)!.root : context, text)
    case 'RUN':
      return void (await inImage(image, ['/bin/sh', '-c', text], { ofBuild: true }))
    case 'EXPOSE':
    case 'VOLUME':
      return
    default:
      throw new Error(`${keyword} is not built here`)
  }
}

async function copy(image: Image, from: string, text: string): Promise<void> {
  const words = text.split(/\s+/)
  const target = words.pop()!
  const absolute = join(image.root, target.startsWith('/') ? target : join(image.workdir, target))
  for (const word of words) {
    if (word === '.') await copyContext(from, absolute)
    else await cp(join(from, word), absolute, { recursive: true, verbatimSymlinks: true })
  }
}

/** What Docker would be sent: what .dockerignore does not leave out. */
async function copyContext(context: string, target: string): Promise<void> {
  const rules = (await readFile(join(context, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
  const matching = (pattern: string) =>
    globSync(pattern, { cwd: context, exclude: (path) => path.includes('node_modules/') })
  const left = new Set(rules.filter((rule) => !rule.startsWith('!')).flatMap(matching))
  for (const rule of rules)
    if (rule.startsWith('!')) for (const path of matching(rule.slice(1))) left.delete(path)
  await cp(context, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => basename(source) !== 'node_modules' && !left.has(source.slice(context.length + 1)),
  })
}

/** The images that ours begin with, as far as an empty Debian and this machine's Node and npm stand for them. */
async function startFrom(t: TestContext, base: string): Promise<string> {
  const [, name, suite] = /^(node|debian):(?:[\d.]+-)?(bookworm|trixie)-slim$/.exec(base) ?? []
  if (!name) throw new Error(`Nothing here stands for ${base}`)
  const root = await emptyDebian(t, suite as Suite)
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  if (name === 'node') {
    await copyFile(process.execPath, join(root, 'usr/local/bin/node'))
    const { stdout } = await run('which', ['npm'])
    const npm = dirname(dirname(await realpath(stdout.trim())))
    await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
    await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')])
    // How this machine reaches its registry.
    for (const [own, there] of [
      [join(homedir(), '.npmrc'), 'root/.npmrc'],
      ['/etc/ssl/certs/ca-certificates.crt', 'etc/ssl/certs/ca-certificates.crt'],
    ] as const) {
      if (!existsSync(own)) continue
      await mkdir(dirname(join(root, there)), { recursive: true })
      await copyFile(own, join(root, there))
    }
  }
  return root
}

interface Options {
  ofBuild?: boolean
  env?: Record<string, string>
}

/** The words of a command that enters the image: with processes and mounts of its own, and read-only unless it builds. */
function entering(
  image: Image,
  command: readonly string[],
  { ofBuild = false, env = {}, data }: Options & { data?: string },
): string[] {
  const { root } = image
  const asBuilt = ofBuild
    ? { HOME: '/root', DEBIAN_FRONTEND: 'noninteractive', ...ofThisMachine() }
    : { HOME: '/data' }
  const settings = Object.entries({ ...asBuilt, ...image.env, ...env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const mounts = [
    `mount --rbind "${root}" "${root}"`,
    ...(ofBuild
      ? []
      : [
          `mount -o remount,bind,ro "${root}"`,
          `mount -t tmpfs -o mode=1777 tmpfs "${root}/tmp"`,
          `mount --bind "${data}" "${root}/data"`,
        ]),
    `mount -t proc proc "${root}/proc"`,
  ]
  const script = `${mounts.join(' && ')} && exec chroot --userspec="${image.user}" "${root}" "$@"`
  const inside = ['env', '-i', '--chdir', image.workdir, ...settings, ...command]
  return ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...inside]
}

/** Settings of npm, and the certificates, by which a registry is reached here. */
function ofThisMachine(): Record<string, string> {
  const chosen = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_registry|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(name),
  )
  return Object.fromEntries(chosen) as Record<string, string>
}

/** Runs a command in the image to its end. Returns what it said. */
export async function inImage(
  image: Image,
  command: readonly string[],
  options: Options & { data?: string } = {},
): Promise<string> {
  const [program, ...args] = entering(image, command, options)
  try {
    const { stdout, stderr } = await run(program!, args, { maxBuffer: 1e8 })
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`In the image failed: ${command.join(' ')}\n${(stdout + stderr).slice(-6_000)}`, {
      cause: error,
    })
  }
}

export interface Container {
  log(): string
  /** The signal of the image; how its program ended. */
  stop(): Promise<number | null>
  isHealthy(): Promise<boolean>
}

/** Runs the image with a read-only root, `data` as its volume, and the network of this machine. */
export async function startContainer(
  t: TestContext,
  image: Image,
  { data, env, command }: { data: string; env: Record<string, string>; command: string[] },
): Promise<Container> {
  const [program, ...args] = entering(image, [...image.entrypoint, ...command], { env, data })
  const child: ChildProcess = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit') as Promise<[number | null]>
  let log = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const stop = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await signalInside(child.pid!, image.stopsignal)
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
    const [code] = await ended
    clearTimeout(timer)
    return code
  }
  cleanUp(t, async () => {
    await stop()
  })
  return {
    log: () => log,
    stop,
    isHealthy: () =>
      inImage(image, image.healthcheck, { env, data }).then(
        () => true,
        () => false,
      ),
  }
}

/** To the program itself, which is the first process of its container, as Docker does it; `unshare` is its parent. */
async function signalInside(pid: number, signal: string): Promise<void> {
  await run('pkill', [`-${signal.replace('SIG', '')}`, '--parent', String(pid)]).catch(() => {})
}
