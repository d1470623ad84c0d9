import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Language } from '../mail/mail.ts'
import { type Html, html } from '../platform/html.ts'
import { style } from './style.ts'

export interface Page {
  language: Language
  title: string
  content: Html
  /** Wide pages are for reading, narrow ones for doing one thing. */
  width?: 'wide'
  /** Only a convenience: the page works without. */
  script?: string
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows only this style and script, our own images, and forms that post to us. */
function policy(script: string | undefined): string {
  return [
    "default-src 'none'",
    "img-src 'self'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The product's logo. */
export const sign = html`<svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
  <rect class="clip" width="28" height="28" rx="7" />
  <path class="run" d="M11 8.5v11l9-5.5z" />
</svg>`

/** Links in pages are relative, so that they work behind a proxy that adds a path prefix. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const { language, title, content, width, script } = page
  const { text } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Clipwright</title>
<link rel="icon" href="favicon.svg" type="image/svg+xml">
<style>`
  const { text: body } = html`</style>
</head>
<body class="${width ?? 'narrow'}">
<header><a href="./">${sign}<span>Clipwright</span></a></header>
<main>
${content}
</main>
</body>
</html>
`
  const end =
    script === undefined ? body : body.replace('</body>', () => `<script>${script}</script>\n</body>`)
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy(script),
      // Not `no-referrer`: with it browsers send a form without its origin, as a foreign page would.
      'referrer-policy': 'same-origin',
      vary: 'Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(`${text}${style}${end}`)
}
