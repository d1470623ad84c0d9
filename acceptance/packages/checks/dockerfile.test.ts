import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readDockerfile } from '../dockerfile.ts'
import { brought, repository, said } from './tools.ts'

const dockerfile = join(repository, 'Dockerfile')
const stages = readDockerfile(await readFile(dockerfile, 'utf8'))
const last = stages.at(-1)!
const of = (keyword: string) => last.instructions.filter((one) => one.keyword === keyword)

test('hadolint has nothing to say about the Dockerfile', async () => {
  assert.equal(await said(brought('PACKAGES_HADOLINT'), ['--no-color', dockerfile]), '')
})

test('the image begins with exact tags, and Node is the one that npm installs', async () => {
  const { dependencies, version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
  assert.deepEqual(
    stages.map(({ base }) => base),
    [`node:${dependencies.node}-trixie-slim`, 'debian:trixie-slim'],
  )
  assert.ok(of('ARG').some(({ text }) => text === `VERSION=${version}`))
})

test('the last stage ends as a user without a name of power, with programs that get signals themselves', () => {
  assert.equal(of('USER').at(-1)!.text, '10001:10001')
  for (const keyword of ['ENTRYPOINT', 'CMD']) assert.ok(of(keyword)[0]!.words, `${keyword} is a shell's`)
  assert.equal(of('HEALTHCHECK').length, 1)
  assert.equal(of('STOPSIGNAL')[0]!.text, 'SIGTERM')
  // npm, compilers and headers stay in the stage that builds.
  assert.doesNotMatch(
    of('RUN')
      .map(({ text }) => text)
      .join(),
    /npm|gcc|build-essential|python|curl/,
  )
})

test('what no build reads is not sent to it, and no secret is', async () => {
  const ignored = (await readFile(join(repository, '.dockerignore'), 'utf8')).split('\n')
  for (const path of ['.git', '.env', 'deploy/compose/secrets', '**/node_modules', 'data'])
    assert.ok(ignored.includes(path), path)
})
