import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Hint } from './fail.mjs'
import { onPath, root } from './paths.mjs'

// Programs and documents that check our packages and that no other registry has: from the Go module proxy, in exact versions, which
// Go holds against its checksum database.

/** Each program by its package; every one is built with what its own go.mod names. */
const programs = {
  helm: 'helm.sh/helm/v4/cmd/helm@v4.3.1',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  // The loader of `docker compose`, without Docker.
  'compose-spec': 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2',
}

/** Where operators of others describe their kinds, and in which folder of the module. */
const definitions = {
  keda: { module: 'github.com/kedacore/keda/v2@v2.21.0', folder: 'config/crd/bases' },
  cloudnativepg: { module: 'github.com/cloudnative-pg/cloudnative-pg@v1.28.0', folder: 'config/crd/bases' },
  'external-secrets': {
    module: 'github.com/external-secrets/external-secrets@v1.3.2',
    folder: 'config/crds/bases',
  },
  prometheus: {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    folder: 'example/prometheus-operator-crd',
  },
}

const oldestGo = { major: 1, minor: 26 }
const cache = join(root, '.cache/go-tools')

/**
 * Builds what is missing of these programs, which takes minutes once, and links the definitions. Returns the folders of both.
 */
export function installGoTools() {
  const bin = join(cache, 'bin')
  const crds = join(cache, 'crds')
  mkdirSync(bin, { recursive: true })
  mkdirSync(crds, { recursive: true })
  for (const [name, source] of Object.entries(programs)) {
    // The version is in the name, so that a new one is built.
    const built = join(cache, source.replaceAll('/', '_'))
    if (!existsSync(built)) build(name, source, built)
    link(built, join(bin, name))
  }
  for (const [name, { module, folder }] of Object.entries(definitions)) {
    const target = join(crds, module.replaceAll('/', '_'))
    if (!existsSync(target)) link(join(download(module), folder), target)
    link(target, join(crds, name))
  }
  return { bin, crds }
}

/**
 * @param {string} name
 * @param {string} source
 * @param {string} built
 */
function build(name, source, built) {
  requireGo()
  console.log(`Building ${name} (go install ${source}) ...`)
  const folder = join(cache, 'building')
  rmSync(folder, { recursive: true, force: true })
  const { status } = spawnSync('go', ['install', source], {
    cwd: cache,
    env: { ...process.env, GOBIN: folder, GOFLAGS: '', CGO_ENABLED: '0' },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Hint(`go could not build ${source}; its message is above.`)
  const [, program = ''] = /\/(\w+)@/.exec(source) ?? []
  execFileSync('mv', [join(folder, program), built])
}

/** @param {string} module */
function download(module) {
  requireGo()
  const said = spawnSync('go', ['mod', 'download', '-json', module], {
    cwd: cache,
    env: { ...process.env, GOFLAGS: '' },
    encoding: 'utf8',
  })
  const { Dir, Error } = JSON.parse(said.stdout || '{}')
  if (!Dir) throw new Hint(`go could not download ${module}: ${Error ?? said.stderr}`)
  return Dir
}

function requireGo() {
  const [, major, minor] = onPath('go')
    ? (/go(\d+)\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout) ?? [])
    : []
  const isNew =
    Number(major) > oldestGo.major || (Number(major) === oldestGo.major && Number(minor) >= oldestGo.minor)
  if (isNew) return
  throw new Hint(
    `The checks of the chart and of compose.yaml need Go ${oldestGo.major}.${oldestGo.minor} or newer on the PATH. Please install it: https://go.dev/dl`,
  )
}

/**
 * @param {string} target
 * @param {string} path
 */
function link(target, path) {
  rmSync(path, { force: true })
  symlinkSync(target, path)
}
