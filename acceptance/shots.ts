import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '@clipwright/client'
import type { Browser, Page } from 'playwright-core'
import { startFakeComfyui } from './fakes/comfyui.ts'
import { launchChromium } from './lib/chromium.ts'
import { createAdministrator, openProduct, until, waitForEnd } from './lib/product.ts'

// Pictures of every page of the studio, and a sheet of all of them: for the eye, which no test replaces.
// Usage: npm run shots [-- parts of pages' names]

const folder = join(import.meta.dirname, '../shots')
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const password = 'correct horse battery'

interface Shot {
  name: string
  path: string
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

interface Picture {
  file: string
  name: string
  look: string
}

const only = process.argv.slice(2)
const guest: Shot[] = [
  { name: 'front', path: '/' },
  { name: 'sign in', path: '/auth/sign-in' },
  { name: 'register', path: '/auth/register' },
  { name: 'forgot', path: '/auth/forgot-password' },
  { name: 'link that is used', path: '/auth/verify#t=used' },
  { name: 'verify', path: '/verify' },
  { name: 'not found', path: '/no/such/page' },
]
const own: Shot[] = [
  { name: 'create', path: '/create' },
  { name: 'library', path: '/library' },
  { name: 'wallet', path: '/wallet' },
  { name: 'account profile', path: '/account/profile' },
  { name: 'account security', path: '/account/security' },
  { name: 'account sessions', path: '/account/sessions' },
  { name: 'account data', path: '/account/data' },
  { name: 'developers keys', path: '/developers/keys' },
  { name: 'developers webhooks', path: '/developers/webhooks' },
  { name: 'developers events', path: '/developers/events' },
  { name: 'developers quickstart', path: '/developers/quickstart' },
]

const operator: Shot[] = [
  { name: 'admin overview', path: '/admin/overview' },
  { name: 'admin capacity', path: '/admin/capacity' },
  { name: 'admin users', path: '/admin/users' },
  { name: 'admin user', path: '/admin/users/:user_id' },
  {
    name: 'admin shut out',
    path: '/admin/users/:user_id',
    act: (page) => page.getByRole('button', { name: /^(Shut out|停用)$/ }).click(),
  },
  { name: 'admin tasks', path: '/admin/tasks' },
  { name: 'admin task', path: '/admin/tasks/:task_id' },
  { name: 'admin queues', path: '/admin/queues' },
  { name: 'admin engines', path: '/admin/engines' },
  { name: 'admin add server', path: '/admin/engines', act: (page) => press(page, addServer) },
  {
    name: 'admin add server that nobody knows',
    path: '/admin/engines',
    act: async (page) => {
      await press(page, addServer)
      await lookAt(page, 'http://127.0.0.1:9')
    },
  },
  {
    name: 'admin add server that is found',
    path: '/admin/engines',
    act: async (page) => {
      await press(page, addServer)
      await lookAt(page, comfyui.url)
    },
  },
  {
    name: 'admin change engine',
    path: '/admin/engines',
    act: (page) => press(page, /^(Change|更改): comfyui-1$/),
  },
  {
    name: 'admin remove engine',
    path: '/admin/engines',
    act: (page) => press(page, /^(Remove|移除): comfyui-1$/),
  },
  { name: 'admin models', path: '/admin/models' },
  { name: 'admin add model', path: '/admin/models', act: (page) => press(page, /^(Add model|添加模型)$/) },
  {
    name: 'admin upload graph',
    path: '/admin/models',
    act: (page) => press(page, /^(Upload graph|上传工作流)$/),
  },
  { name: 'admin prices', path: '/admin/prices' },
  {
    name: 'admin add price',
    path: '/admin/prices',
    act: (page) => page.getByRole('button', { name: /^(Add price|添加价格)$/ }).click(),
  },
  { name: 'admin ledger', path: '/admin/ledger' },
  { name: 'admin invites', path: '/admin/invites' },
  { name: 'admin settings', path: '/admin/settings' },
  { name: 'admin limits', path: '/admin/limits' },
  { name: 'admin audit', path: '/admin/audit' },
  { name: 'setup engine', path: '/setup?step=engine' },
  {
    name: 'setup server that is found',
    path: '/setup?step=engine',
    act: async (page) => {
      await page.getByLabel(/^(Address of the server|服务器地址)$/).fill(comfyui.url)
      await press(page, /^(See what it offers|查看可用的模型)$/)
      await page.getByText('ComfyUI 0.26.0').waitFor()
    },
  },
  { name: 'setup mail', path: '/setup?step=mail' },
  { name: 'setup video', path: '/setup?step=video' },
  { name: 'setup video that is done', path: '/setup?step=video&task=:first_id' },
]

const addServer = /^(Add server|添加服务器)$/
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()

async function lookAt(page: Page, url: string): Promise<void> {
  await page.getByLabel(/^(Address|地址)$/).fill(url)
  await press(page, /^(Look|查看)$/)
  await page
    .getByText(/No inference server|没有找到|ComfyUI 0/)
    .first()
    .waitFor()
}

await using comfyui = await startFakeComfyui({
  missing_files: ['wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors'],
})
await using product = await openProduct()
await product.start()
const browser = await launchChromium()
try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const link = new URL((await product.command('setup-link')).trim())
  const fresh: Shot[] = [
    { name: 'setup front', path: '/' },
    { name: 'setup without a link', path: '/setup' },
    { name: 'setup account', path: `/setup${link.hash}` },
  ]
  const firstRun = await takeAll(fresh, 'nobody yet')
  const empty = await register('empty@example.org')
  const full = await register('full@example.org')
  const { task_id, enhanced_id, plain_id } = await fill(full)
  const filled: Shot[] = [
    ...own,
    { name: 'video', path: `/v/${task_id}` },
    { name: 'compare', path: `/v/${task_id}?compare=${enhanced_id}` },
    { name: 'enhance', path: `/v/${plain_id}?enhance=true` },
    { name: 'commands', path: '/create', act: (page) => page.keyboard.press('Control+k') },
    { name: 'keys', path: '/library', act: (page) => page.keyboard.press('?') },
    {
      name: 'account menu',
      path: '/create',
      act: (page) => page.getByRole('button', { name: /^(Account|账户)$/ }).click(),
    },
  ]
  const { user_id } = await full.client.GET('/api/v1/me')
  const office = await createAdministrator(product)
  await fillOffice(office, user_id, task_id)
  const ofMakers = [
    ...(await takeAll(guest, 'guest')),
    ...(await takeAll(own, 'empty', empty.email)),
    ...(await takeAll(filled, 'full', full.email)),
  ]
  const first_id = await fillServers(office)
  const ids = { user_id, task_id, first_id }
  const ofOperators = await takeAll(operator.map(of(ids)), 'operator', 'operator@example.org')
  const pictures = [...firstRun, ...ofMakers, ...ofOperators]
  await writeFile(join(folder, 'index.html'), sheetOf(pictures))
  console.log(`${pictures.length} pictures; the sheet is ${join(folder, 'index.html')}`)
} finally {
  await browser.close()
}

async function register(email: string) {
  const { access_token } = (await createClient({ base_url: product.url }).POST('/api/v1/auth/register', {
    body: { email, password },
  })) as { access_token: string }
  return { email, client: createClient({ base_url: product.url, credential: { access_token } }) }
}

/** A week in the life of a maker: videos of several shapes, one that failed, one enhanced, a key, a webhook. */
async function fill({ client }: Awaited<ReturnType<typeof register>>) {
  await client.POST('/api/v1/me/topup', { body: { amount: 20_000 } })
  const wanted = [
    ['a red balloon drifts over a calm sea at sunset', '16:9'],
    ['northern lights over a snowy cabin', '16:9'],
    ['雪后的竹林', '9:16'],
    ['a rainy street in Tokyo at night, neon signs, reflections', '16:9'],
    ['Mount Fuji with cherry blossoms in spring', '1:1'],
    ['stone bridge over a small river in a village, autumn', '16:9'],
    ['一位穿红色汉服的女子站在桃花树下', '9:16'],
    ['a sailing boat crosses a lake below mountains, dolly in', '16:9'],
    ['cozy living room with a fireplace, snow outside the window', '16:9'],
    ['yellow taxi driving through New York in the snow', '16:9'],
  ] as const
  const made: string[] = []
  for (const [prompt, aspect_ratio] of wanted) {
    const body = { prompt, aspect_ratio, resolution: '720p', duration_seconds: 2, seed: 7 }
    const { task_id } = await client.POST('/api/v1/video/generate', { body })
    await waitForEnd(client, task_id)
    made.push(task_id)
  }
  const task_id = made.at(-3)!
  const enhanced = await client.POST('/api/v1/tasks/{task_id}/enhance', {
    params: { path: { task_id } },
    body: { target: '1080p' },
  })
  await waitForEnd(client, enhanced.task_id)
  await client.POST('/api/v1/me/api-keys', { body: { name: 'Render farm' } })
  await client.POST('/api/v1/me/webhooks', { body: { url: 'https://hooks.example.org/clipwright' } })
  return { task_id, enhanced_id: enhanced.task_id, plain_id: made.at(-1)! }
}

/** What an operator leaves behind: a refund, a gift, a price of tomorrow, an invite. */
async function fillOffice(client: Client, user_id: string, task_id: string): Promise<void> {
  await client.POST('/api/v1/admin/tasks/{task_id}/refund', {
    params: { path: { task_id } },
    body: { amount: 10, reason: 'The sky flickers' },
  })
  await client.POST('/api/v1/admin/users/{user_id}/adjust', {
    params: { path: { user_id } },
    body: { amount: 500, reason: 'For finding a fault' },
  })
  await client.POST('/api/v1/admin/prices', {
    body: {
      kind: 'generate',
      resolution: '720p',
      unit: 'second',
      unit_price: '22',
      effective_from: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    },
  })
  await client.POST('/api/v1/admin/invite-codes', {
    body: { bonus: 1_000, max_uses: 20, note: 'Film school' },
  })
}

/** Servers that work, lack something, and are off; and a video of the operator's own. */
async function fillServers(client: Client): Promise<string> {
  const put = async (name: string, body: { entry: object; models?: object }): Promise<void> => {
    const { version } = await client.GET('/api/v1/admin/inventory', {})
    await client.PUT('/api/v1/admin/inventory/engines/{name}', {
      params: { path: { name } },
      body: { ...(body as { entry: Record<string, never> }), version: version! },
    })
  }
  const { proposal } = await client.POST('/api/v1/admin/inventory/probe', { body: { url: comfyui.url } })
  const { models, engine } = proposal as unknown as { models: object; engine: { name: string } }
  await put(engine.name, { entry: engine, models })
  const { name: _, ...served } = engine
  await put('night-shift', { entry: { ...served, url: 'http://127.0.0.1:9' } })
  await until(
    () => client.GET('/api/v1/admin/engines', {}),
    ({ items }) => items.some((one) => one.engine === 'night-shift' && one.problems.length > 0),
  )
  const params = { path: { name: 'preview' } }
  const { task_id } = await client.POST('/api/v1/admin/inventory/engines/{name}/test-video', {
    params,
    body: {},
  })
  await waitForEnd(client, task_id)
  return task_id
}

function isWanted({ name }: Shot): boolean {
  return only.length === 0 || only.some((part) => name.includes(part))
}

/** A page of these ids. */
function of(ids: Record<string, string>) {
  return (shot: Shot): Shot => ({
    ...shot,
    path: shot.path.replace(/:(\w+)/, (_, name: string) => ids[name]!),
  })
}

/** Each page in both themes, both languages and both sizes. */
async function takeAll(shots: Shot[], who: string, email?: string): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const [size, viewport] of Object.entries(sizes))
    for (const language of ['en', 'zh-CN'])
      for (const theme of ['dark', 'light'] as const) {
        const context = await browser.newContext({
          viewport,
          colorScheme: theme,
          locale: language,
          reducedMotion: 'reduce',
          ...(size === 'phone' && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
        })
        await signIn(context, email)
        const page = await context.newPage()
        for (const { name, path, act } of shots.filter(isWanted)) {
          await page.goto(product.url + path)
          await page.waitForFunction(() => document.querySelector('[role="status"][aria-label]') === null)
          await page.waitForLoadState('load')
          await act?.(page)
          await page.evaluate(() => document.fonts.ready)
          await settle(page)
          const look = `${size} ${theme} ${language} ${who}`
          const file = `${name} ${look}.png`.replaceAll(' ', '-')
          await page.screenshot({ path: join(folder, file) })
          pictures.push({ file, name: `${name}, ${who}`, look })
        }
        await context.close()
      }
  return pictures
}

async function signIn(context: Awaited<ReturnType<Browser['newContext']>>, email: string | undefined) {
  if (email === undefined) return
  const answer = await context.request.post(`${product.url}/api/v1/auth/login`, {
    data: { email, password, session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Waits until nothing on the page has changed for half a second, ten seconds at most. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const quiet_ms = 500
        let timer = setTimeout(resolve, quiet_ms)
        new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, quiet_ms)
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        setTimeout(resolve, 10_000)
      }),
  )
}

function sheetOf(pictures: Picture[]): string {
  const byName = Map.groupBy(pictures, ({ name }) => name)
  const sections = [...byName].map(
    ([name, ofName]) =>
      `<h2>${name}</h2><div>${ofName
        .map(
          ({ file, look }) =>
            `<a href="${file}" title="${look}"><img src="${file}" alt="${look}" loading="lazy"></a>`,
        )
        .join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>The studio</title>
<style>body{font:14px system-ui;background:#333;color:#eee;margin:24px}div{display:flex;flex-wrap:wrap;gap:12px}img{height:260px;display:block}</style>
${sections.join('\n')}
`
}
