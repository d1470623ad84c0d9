import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, isStatus } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { clock } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Lines } from '../../ui/lines.tsx'
import { NewPassword } from '../../ui/new-password.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { linkQuery, useSetUp } from './calls.ts'
import { SetupFrame } from './frame.tsx'

/** The first administrator and the name of the site, for whoever has the link of the server. */
export function AccountStep({
  isOpen,
  minLength,
}: {
  isOpen: boolean | undefined
  minLength: number | undefined
}) {
  const { t } = useTranslation()
  const token = useSetupToken()
  const link = useQuery({ ...linkQuery(token ?? ''), enabled: token !== undefined })
  const setUp = useSetUp()
  const [first, second] = [setUp.error, link.error]
  const isOver = [first, second].some((error) => isStatus(error, 409) && error.code === 'setup_over')
  const isBad = [first, second].some((error) => isStatus(error, 401))
  if (isOver || (token === undefined && isOpen === false)) return <Over />
  if (isBad || token === undefined)
    return (
      <SetupFrame
        step="account"
        title={t(isBad ? 'admin.setup.badLink.title' : 'admin.setup.noLink.title')}
        text={t(isBad ? 'admin.setup.badLink.text' : 'admin.setup.noLink.text')}
      >
        <Command />
      </SetupFrame>
    )
  return (
    <SetupFrame step="account" title={t('admin.setup.account.title')} text={t('admin.setup.account.text')}>
      {link.isPending && <Lines count={3} />}
      {link.isError && <ErrorNotice error={link.error} onRetry={() => void link.refetch()} />}
      {link.isSuccess && (
        <>
          <AccountForm token={token} minLength={minLength} setUp={setUp} />
          <p className="tabular text-xs text-faint">
            {t('admin.setup.account.until', { time: clock(new Date(link.data.expires_at)) })}
          </p>
        </>
      )}
    </SetupFrame>
  )
}

/** The token of the server's link: in the fragment, which is sent to nobody. It stays there until it is spent, so that a reload loses nothing. */
function useSetupToken(): string | undefined {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  return hash.startsWith('token=') ? hash.slice('token='.length) : undefined
}

function AccountForm({
  token,
  minLength,
  setUp,
}: {
  token: string
  minLength: number | undefined
  setUp: ReturnType<typeof useSetUp>
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [site_name, setSiteName] = useState('Clipwright')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const order = {
      token,
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
      site_name: site_name.trim() || null,
    }
    setUp.mutate(order, {
      onSuccess: () => void navigate({ to: '/setup', search: { step: 'engine' }, hash: '', replace: true }),
    })
  }
  const isTaken = isStatus(setUp.error, 409) && setUp.error.code === 'email_taken'
  const errors = fieldErrors(setUp.error)
  const isAtField = isTaken || ['email', 'password', 'site_name'].some((field) => field in errors)
  return (
    <form onSubmit={submit} className="flex max-w-90 flex-col gap-4">
      <Field
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        autoFocus
        error={isTaken ? t('codes.email_taken') : errors['email']}
      />
      <NewPassword
        label={t('auth.password')}
        name="password"
        minLength={minLength}
        error={'password' in errors ? t('auth.weak') : undefined}
      />
      <Field
        label={t('admin.setup.account.site')}
        hint={t('admin.setup.account.siteHint')}
        name="site_name"
        autoComplete="off"
        maxLength={60}
        value={site_name}
        onChange={({ target }) => setSiteName(target.value)}
        error={errors['site_name']}
      />
      {setUp.isError && !isAtField && <ErrorNotice error={setUp.error} />}
      <Button type="submit" look="primary" className="h-9 self-start" disabled={setUp.isPending}>
        {t('admin.setup.account.make')}
      </Button>
    </form>
  )
}

const command = 'clipwright-server setup-link'

/** What prints a new link. */
function Command() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm">{t('admin.setup.command')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="rounded-control bg-surface px-3 py-2 font-mono text-xs">{command}</code>
        <CopyButton text={command} />
      </div>
    </div>
  )
}

function Over() {
  const { t } = useTranslation()
  return (
    <SetupFrame step="account" title={t('admin.setup.over.title')} text={t('admin.setup.over.text')}>
      <Link to="/auth/sign-in" className={buttonClass('primary', 'h-9 self-start')}>
        {t('auth.signIn')}
      </Link>
    </SetupFrame>
  )
}
