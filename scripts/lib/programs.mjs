import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Hint } from './fail.mjs'
import { isProgram, onPath, root } from './paths.mjs'

/** Programs that npm has no package for, with a test of their presence and their Debian packages. */
const programs = {
  ffmpeg: {
    isThere: hasFfmpeg,
    debianPackage: () => 'ffmpeg',
    elsewhere: 'macOS: brew install ffmpeg; Fedora: dnf install ffmpeg; or set FFMPEG_PATH to one you have',
  },
  postgresql: {
    isThere: () => postgresBinDir() !== undefined,
    debianPackage: newestPostgresPackage,
    elsewhere:
      'macOS: brew install postgresql@17; Fedora: dnf install postgresql-server; version 15 or later',
  },
  // What many operators have before their PostgreSQL.
  pgbouncer: {
    isThere: () => onPath('pgbouncer', `${process.env.PATH}${delimiter}/usr/sbin`) !== undefined,
    debianPackage: () => 'pgbouncer',
    elsewhere: 'macOS: brew install pgbouncer; Fedora: dnf install pgbouncer',
  },
  // The proxy that docs/install has before several servers.
  caddy: {
    isThere: () => onPath('caddy') !== undefined,
    debianPackage: () => 'caddy',
    elsewhere: 'macOS: brew install caddy; Fedora: dnf install caddy',
  },
  // Tries alert rules. Unpacked and not installed: the package would start a service.
  prometheus: {
    isThere: () => prometheusBinDir() !== undefined,
    debianPackage: () => 'prometheus',
    unpackedIn: join(root, '.cache', 'prometheus'),
    elsewhere: 'macOS: brew install prometheus; Fedora: dnf install golang-github-prometheus',
  },
  // The S3 server of the tests; only its modules, nothing that would run by itself.
  swift: {
    isThere: hasSwift,
    debianPackage: () => 'python3-swift',
    elsewhere: 'OpenStack Swift from PyPI, and TEST_SWIFT_PYTHON set to the Python that has it',
  },
  // For what is tested with Python: the package for callers, and programs of others that call us.
  python: {
    isThere: () => findPython() !== undefined,
    debianPackage: () => 'python3-venv',
    elsewhere: 'macOS: brew install python; Fedora: dnf install python3; version 3.10 or later',
  },
  // For what an operator runs: scripts, units, and machines to try them on.
  shellcheck: {
    isThere: () => onPath('shellcheck') !== undefined,
    debianPackage: () => 'shellcheck',
    elsewhere: 'macOS: brew install shellcheck; Fedora: dnf install ShellCheck',
  },
  'systemd-analyze': {
    isThere: () => onPath('systemd-analyze') !== undefined,
    debianPackage: () => 'systemd',
    elsewhere: 'it belongs to systemd, which is for Linux',
  },
  debootstrap: {
    isThere: () => onPath('debootstrap', `${process.env.PATH}${delimiter}/usr/sbin`) !== undefined,
    debianPackage: () => 'debootstrap',
    elsewhere: 'Fedora: dnf install debootstrap',
  },
  'systemd-nspawn': {
    isThere: () => onPath('systemd-nspawn') !== undefined,
    debianPackage: () => 'systemd-container',
    elsewhere: 'Fedora: dnf install systemd-container',
  },
  chromium: {
    isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some((name) => onPath(name)),
    debianPackage: () => 'chromium',
    elsewhere: 'macOS: brew install --cask chromium; Fedora: dnf install chromium',
  },
  // Without them Chinese is empty boxes in a picture of a page.
  'cjk-fonts': {
    isThere: () =>
      !onPath('fc-list') || spawnSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' }).stdout.trim() !== '',
    debianPackage: () => 'fonts-noto-cjk',
    elsewhere: 'Fedora: dnf install google-noto-sans-cjk-fonts',
  },
}

const oldestPostgres = 15

/** Where a distribution puts its modules; other Pythons on the PATH do not see them. */
const systemPython = '/usr/bin/python3'

/**
 * Installs what is missing of these programs where the machine is Debian (or Ubuntu) and we may. Asks for no password.
 *
 * @param {(keyof typeof programs)[]} names
 */
export function installPrograms(names) {
  for (const name of names) {
    if (programs[name].isThere()) continue
    if (!onPath('apt-get')) {
      throw new Hint(
        `Clipwright needs ${name}, and it is not here. Please install it (${programs[name].elsewhere}).`,
      )
    }
    aptInstall(name, programs[name])
    if (!programs[name].isThere())
      throw new Hint(`${name} is installed now, but still not found on the PATH.`)
  }
}

function hasFfmpeg() {
  const chosen = process.env.FFMPEG_PATH
  if (chosen && !isProgram(chosen)) throw new Hint(`FFMPEG_PATH is ${chosen}, and there is no program there.`)
  // ffprobe comes with every ffmpeg, beside it.
  return Boolean(chosen ?? (onPath('ffmpeg') && onPath('ffprobe')))
}

/** The first Python here that is new enough and can make environments; undefined where there is none. */
export function findPython() {
  const canMakeThem = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))'
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', canMakeThem], { stdio: 'ignore' }).status === 0,
  )
}

function hasSwift() {
  const find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('swift') is None)"
  const python = process.env.TEST_SWIFT_PYTHON || systemPython
  return spawnSync(python, ['-c', find], { stdio: 'ignore' }).status === 0
}

/** The folder of `prometheus` and `promtool`, if they are here. */
export function prometheusBinDir() {
  const installed = onPath('promtool')
  const unpacked = join(programs.prometheus.unpackedIn, 'usr', 'bin')
  return installed ? dirname(installed) : isProgram(join(unpacked, 'promtool')) ? unpacked : undefined
}

/** The folder of the newest PostgreSQL server programs here, if any are new enough. */
export function postgresBinDir() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const newest = versions
    .filter((version) => version >= oldestPostgres && isProgram(`${debian}/${version}/bin/postgres`))
    .toSorted((a, b) => b - a)[0]
  if (newest) return join(debian, String(newest), 'bin')
  const elsewhere = onPath('postgres')
  if (!elsewhere) return undefined
  const version = /\b(\d+)\./.exec(execFileSync(elsewhere, ['--version'], { encoding: 'utf8' }))?.[1]
  return Number(version) >= oldestPostgres ? join(elsewhere, '..') : undefined
}

function newestPostgresPackage() {
  const found = execFileSync('apt-cache', ['--names-only', 'search', '^postgresql-[0-9]+$'], {
    encoding: 'utf8',
  })
  const versions = [...found.matchAll(/^postgresql-(\d+) /gm)].map((match) => Number(match[1]))
  const newest = Math.max(0, ...versions)
  return newest >= oldestPostgres ? `postgresql-${newest}` : undefined
}

/**
 * @param {string} name
 * @param {{ debianPackage: () => string | undefined, unpackedIn?: string }} program The package is undefined when the lists do not
 *   know it (yet).
 */
function aptInstall(name, { debianPackage: findPackage, unpackedIn }) {
  const asRoot = rootPrefix()
  const isKnown = () => {
    const wanted = findPackage()
    return wanted !== undefined && /Candidate: (?!\(none\))/.test(output('apt-cache', ['policy', wanted]))
  }
  if (unpackedIn && isKnown() && unpack(findPackage() ?? name, unpackedIn)) return // which takes no root
  const byHand = `  apt-get update && apt-get install --no-install-recommends ${findPackage() ?? name}`
  if (!asRoot) {
    throw new Hint(
      `Clipwright needs ${name}. Installing it takes root, or sudo without a password. Please type, as root:\n${byHand}`,
    )
  }
  const apt = (/** @type {string[]} */ ...args) => {
    const settings = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=120']
    const [program = 'env', ...rest] = [...asRoot, 'env', ...settings, ...args]
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  }
  const install = () => {
    const wanted = findPackage()
    if (wanted !== undefined && unpackedIn) return unpack(wanted, unpackedIn)
    return wanted !== undefined && apt('install', '--yes', '--no-install-recommends', wanted)
  }
  console.log(`Installing ${name} (apt-get) ...`)
  // Lists that are missing or old are fetched; good ones are left alone.
  if (isKnown() && install()) return
  if (apt('update') && install()) return
  throw new Hint(`Clipwright needs ${name}, and apt-get could not install it. Please see why:\n${byHand}`)
}

/**
 * Downloads a package and unpacks it into a folder; runs nothing of it. A folder that is there is whole.
 *
 * @param {string} debianPackage
 * @param {string} folder
 */
function unpack(debianPackage, folder) {
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    spawnSync(program, args, { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  try {
    // As root apt would download as a user who may not write here.
    if (!run('apt-get', '-qq', '-o', 'APT::Sandbox::User=root', 'download', debianPackage)) return false
    const file = readdirSync(draft).find((each) => each.endsWith('.deb'))
    if (!file || !run('dpkg-deb', '--extract', file, 'files')) return false
    rmSync(folder, { recursive: true, force: true })
    renameSync(join(draft, 'files'), folder)
    return true
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** What to put before a command to run it as root; undefined where that needs a password. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  return onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? ['sudo', '-n']
    : undefined
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function output(program, args) {
  return spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } }).stdout ?? ''
}
