import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import * as accounts from '../accounts/accounts.ts'
import { languageOf } from '../mail/mail.ts'
import { type AppError, ValidationError } from '../platform/errors.ts'
import { type Html, html } from '../platform/html.ts'
import type { App } from '../platform/http/app.ts'
import { asAppError } from '../platform/http/error-handler.ts'
import { formBodies } from '../platform/http/input/other-bodies.ts'
import { Text } from '../platform/http/input/schemas.ts'
import { sendPage } from './layout.ts'
import { common, type LinkPageName, linkPages, noticeOf } from './words.ts'

// The pages that mailed links lead to. A GET shows a form and spends nothing; sending the form spends the link. The token stands in
// the link's fragment, which no server, proxy or log sees; the script below moves it into the form. Without scripts the page asks
// for the link. A foreign page gains nothing by sending this form, since the token is the credential.

const LinkForm = Type.Object({
  link: Type.Optional(Text('plain', { maxLength: 2048 })),
  new_password: Type.Optional(Text('secret', { maxLength: 512 })),
  revoke_api_keys: Type.Optional(Text('plain', { maxLength: 10 })),
})

const takeToken = `
const field = document.getElementById('link')
if (location.hash.startsWith('#t=')) {
  field.value = location.hash.slice(3)
  history.replaceState(null, '', location.pathname)
}
if (field.value) field.parentElement.hidden = true
`

interface Order {
  token: string
  new_password: string
  revoke_api_keys: boolean
}

type Action = (order: Order, client: accounts.Client) => Promise<object | void>

export function linkPageRoutes(app: App, deps: accounts.AccountDeps): void {
  const actions: Record<LinkPageName, Action> = {
    verify: ({ token }, client) => accounts.verifyEmail(deps, token, client),
    'reset-password': (order, client) => accounts.resetPassword(deps, order, client),
    'confirm-password': ({ token }, client) => accounts.confirmPasswordChange(deps, token, client),
    'confirm-email': ({ token }, client) => accounts.confirmEmailChange(deps, token, client),
    'undo-email': ({ token }, client) => accounts.undoEmailChange(deps, token, client),
    'undo-deletion': ({ token }) => accounts.undoDeletion(deps, token),
  }
  formBodies(app, (forms) => {
    for (const [name, action] of Object.entries(actions) as [LinkPageName, Action][]) {
      forms.get(`/${name}`, { schema: { hide: true } }, (request, reply) =>
        sendForm(request, reply, 200, { name }),
      )
      forms.post(
        `/${name}`,
        { schema: { hide: true, body: LinkForm }, errorHandler: refuse(name) },
        async (request, reply) => {
          const { link = '', new_password = '', revoke_api_keys } = request.body
          const order = { token: tokenOf(link), new_password, revoke_api_keys: revoke_api_keys !== undefined }
          return sendDone(request, reply, name, await action(order, accounts.clientOf(request)))
        },
      )
    }
  })
}

/** People paste a whole link, or only its token. */
function tokenOf(link: string): string {
  return link.trim().split('#t=').at(-1)!
}

interface Form {
  name: LinkPageName
  /** The text that was sent before. */
  link?: string
  /** The error, shown above the form; `weak` shows one at the password instead. */
  notice?: Html
  weak?: boolean
}

function sendForm(request: FastifyRequest, reply: FastifyReply, status: number, form: Form): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  const words = linkPages[form.name][language]
  const all = common[language]
  const password = html`<label for="new_password">${all.password}</label>
    <input
      id="new_password"
      name="new_password"
      type="password"
      autocomplete="new-password"
      minlength="8"
      maxlength="128"
      aria-describedby="rule"
      ${form.weak ? html` aria-invalid="true"` : undefined}
      required
      autofocus
    />
    <p class="hint" id="rule">
      ${form.weak ? html`<span class="bad" role="alert">${all.weak}</span> ` : undefined}${all.rule}
    </p>
    <label class="check"><input name="revoke_api_keys" type="checkbox" /> ${all.revoke_keys}</label>`
  const content = html`<h1>${words.title}</h1>
    <p>${words.text}</p>
    ${form.notice && html`<p class="bad" role="alert">${form.notice}</p>`}
    <form method="post">
      <div>
        <label for="link">${all.link}</label>
        <input
          id="link"
          name="link"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          required
          aria-describedby="link_hint"
          value="${form.link ?? ''}"
        />
        <p class="hint" id="link_hint">${all.link_hint}</p>
      </div>
      ${form.name === 'reset-password' ? password : undefined}
      <button>${words.button}</button>
    </form>`
  return sendPage(reply, status, { language, title: words.title, content, script: takeToken })
}

function sendDone(
  request: FastifyRequest,
  reply: FastifyReply,
  name: LinkPageName,
  result: object | void,
): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  const { title, text } = linkPages[name][language].done
  const { second_factor, start } = common[language]
  const asksForMore = (result as { mfa_required?: boolean } | undefined)?.mfa_required
  const content = html`<h1>${title}</h1>
    <p>${text}${asksForMore ? ` ${second_factor}` : undefined}</p>
    <p><a href="./">${start}</a></p>`
  return sendPage(reply, 200, { language, title, content })
}

/** Shows the error, and the form again where another attempt may help. */
function refuse(name: LinkPageName) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const told = asAppError(error, request)
    void reply.headers(told.headers)
    const { link } = (request.body ?? {}) as { link?: unknown }
    const form = { name, ...(typeof link === 'string' && { link: tokenOf(link) }) }
    const isBadLink = told.code === 'invalid_or_expired_token' || invalidFieldsOf(told).includes('link')
    if (isBadLink) sendBadLink(request, reply, name)
    else if (invalidFieldsOf(told).includes('new_password'))
      sendForm(request, reply, 422, { ...form, weak: true })
    else {
      const notice = noticeOf(told, languageOf(request.headers['accept-language']), request.id)
      sendForm(request, reply, told.status, { ...form, notice })
    }
  }
}

function sendBadLink(request: FastifyRequest, reply: FastifyReply, name: LinkPageName): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  const { bad_link: title, bad_link_why, new_link, start } = common[language]
  const isAboutPassword = name === 'verify' || name === 'reset-password' || name === 'confirm-password'
  const next = isAboutPassword
    ? html`<a href="forgot-password">${new_link}</a>`
    : html`<a href="./">${start}</a>`
  const content = html`<h1>${title}</h1>
    <p>${bad_link_why} ${linkPages[name][language].help}</p>
    <p>${next}</p>`
  return sendPage(reply, 400, { language, title, content })
}

/** The names of invalid fields. */
function invalidFieldsOf(told: AppError): unknown[] {
  return told instanceof ValidationError ? told.problems.map(({ loc }) => loc.at(-1)) : []
}
