import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import * as accounts from '../accounts/accounts.ts'
import { languageOf } from '../mail/mail.ts'
import { ValidationError } from '../platform/errors.ts'
import { type Html, html } from '../platform/html.ts'
import type { App } from '../platform/http/app.ts'
import { asAppError } from '../platform/http/error-handler.ts'
import { formBodies } from '../platform/http/input/other-bodies.ts'
import { Text } from '../platform/http/input/schemas.ts'
import { refuseCrossSite, type SignInOptions } from '../platform/http/sign-in.ts'
import { sendPage } from './layout.ts'
import { common, forgotPassword, noticeOf } from './words.ts'

const Form = Type.Object({ email: Text('plain', { minLength: 1, maxLength: 300 }) })

/** Where anybody can ask for a link to choose a new password. Every address gets the same answer. */
export function forgotPasswordRoutes(
  app: App,
  { accounts: deps, origins }: { accounts: accounts.AccountDeps; origins: SignInOptions['origins'] },
): void {
  formBodies(app, (forms) => {
    forms.get('/forgot-password', { schema: { hide: true } }, (request, reply) =>
      sendForm(request, reply, 200),
    )
    forms.post(
      '/forgot-password',
      {
        schema: { hide: true, body: Form },
        onRequest: async (request) => refuseCrossSite(request, origins), // nor make visitors ask for mails
        errorHandler: refuse,
      },
      async (request, reply) => {
        await accounts.forgotPassword(deps, request.body.email, accounts.clientOf(request))
        const language = languageOf(request.headers['accept-language'])
        const { title, text } = forgotPassword[language].done
        const content = html`<h1>${title}</h1>
          <p>${text}</p>
          <p><a href="./">${common[language].start}</a></p>`
        return sendPage(reply, 200, { language, title, content })
      },
    )
  })
}

function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { email = '', notice }: { email?: string; notice?: Html } = {},
): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  const words = forgotPassword[language]
  const content = html`<h1>${words.title}</h1>
    <p>${words.text}</p>
    ${notice && html`<p class="bad" role="alert">${notice}</p>`}
    <form method="post">
      <label for="email">${words.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="username"
        maxlength="300"
        required
        autofocus
        value="${email}"
      />
      <button>${words.button}</button>
    </form>`
  return sendPage(reply, status, { language, title: words.title, content })
}

function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const told = asAppError(error, request)
  const language = languageOf(request.headers['accept-language'])
  const { email } = (request.body ?? {}) as { email?: unknown }
  const notice =
    told instanceof ValidationError
      ? html`${forgotPassword[language].bad_email}`
      : noticeOf(told, language, request.id)
  void reply.headers(told.headers)
  sendForm(request, reply, told.status, { notice, ...(typeof email === 'string' && { email }) })
}
