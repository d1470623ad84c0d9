import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '../mail/mail.ts'
import { html } from '../platform/html.ts'
import type { App } from '../platform/http/app.ts'
import { sendPage } from './layout.ts'
import { home } from './words.ts'

const schema = { hide: true } as const

/** The product's logo. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="7" fill="#161616"/><path d="M11 8.5v11l9-5.5z" fill="#f0a63c"/></svg>
`
const faviconIco = readFileSync(join(import.meta.dirname, 'favicon.ico'))

/** Search engines may index the home page only. */
const robots = `User-agent: *
Allow: /$
Disallow: /
`

export interface HomeDeps {
  public_base_url: string
  version: string
}

/** The home page, the icons and robots.txt. */
export function homeRoutes(app: App, { public_base_url: url, version }: HomeDeps): void {
  app.get('/', { schema }, (request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    const {
      title,
      text,
      api,
      docs,
      docs_text,
      document,
      version: versionLabel,
      steps,
      password,
      forgot,
    } = home[language]
    const content = html`<h1>${title}</h1>
      <p>${text}</p>
      <dl>
        <dt>${api}</dt>
        <dd>${url}/api/v1</dd>
        <dt>${docs}</dt>
        <dd><a href="docs">${docs_text}</a></dd>
        <dt>${document}</dt>
        <dd><a href="openapi.json">openapi.json</a></dd>
        <dt>${password}</dt>
        <dd><a href="forgot-password">${forgot}</a></dd>
        <dt>${versionLabel}</dt>
        <dd>${version}</dd>
      </dl>
      ${steps.map(
        (step, index) => html`<h2>${step}</h2>
          <pre><code>${commands(url)[index]}</code></pre> `,
      )} `
    return sendPage(reply, 200, { language, title, content, width: 'wide' })
  })

  const files = {
    '/favicon.svg': ['image/svg+xml', favicon],
    '/favicon.ico': ['image/x-icon', faviconIco],
    '/robots.txt': ['text/plain; charset=utf-8', robots],
  } as const
  for (const [path, [type, content]] of Object.entries(files)) {
    app.get(path, { schema }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(type).send(content),
    )
  }
}

/** The commands from sign-up to a video. */
function commands(url: string): readonly string[] {
  const json = `-H 'Content-Type: application/json'`
  const key = `-H "X-API-Key: $KEY"`
  return [
    `curl ${url}/api/v1/auth/register \\
  ${json} \\
  -d '{"email": "you@example.org", "password": "a long one of yours"}'`,
    `TOKEN=svat_…  # the access_token of that answer
curl ${url}/api/v1/me/api-keys \\
  ${json} -H "Authorization: Bearer $TOKEN" \\
  -d '{"name": "first steps"}'`,
    `KEY=svck_…    # the api_key of that answer
curl ${url}/api/v1/me/topup \\
  ${json} ${key} \\
  -d '{"amount": 1000}'
curl ${url}/api/v1/video/generate \\
  ${json} ${key} \\
  -d '{"prompt": "a red balloon drifts over a calm sea"}'`,
    `TASK=…        # the task_id of that answer
curl ${url}/api/v1/tasks/$TASK ${key}
curl -L ${url}/api/v1/result/$TASK \\
  ${key} -o video.mp4`,
  ]
}
