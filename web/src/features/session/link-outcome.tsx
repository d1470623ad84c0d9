import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { tokenOf } from './mailed-links.ts'

/**
 * The token of the link that led here. It stands in the fragment, which is sent to nobody, and stays there until it is used, so
 * that a reload loses nothing.
 */
export function useLinkToken(): string | undefined {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [token, setToken] = useState<string>()
  const here = hash.startsWith('t=') ? hash.slice(2) : token
  if (here !== token) setToken(here)
  return here
}

export const readLink = (pasted: string, token: string | undefined): string => token ?? tokenOf(pasted)

/** For whoever came without the link's end: some mail programs cut it off. */
export function LinkField() {
  const { t } = useTranslation()
  return (
    <Field
      label={t('links.link')}
      hint={t('links.linkHint')}
      name="link"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={2048}
      required
    />
  )
}

/** What the link did, and what is next. */
export function LinkDone({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <AuthFrame title={title}>
      <p className="text-soft">{text}</p>
      <Link to="/auth/sign-in" className={buttonClass('primary', 'h-9 self-start')}>
        {t('links.toSignIn')}
      </Link>
    </AuthFrame>
  )
}

/** For a link that was used, is too old, or was replaced. */
export function BadLink({ help, mayAskAgain }: { help: string; mayAskAgain: boolean }) {
  const { t } = useTranslation()
  return (
    <AuthFrame title={t('links.bad')}>
      <p className="text-soft">
        {t('links.badWhy')} {help}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayAskAgain && (
          <Link to="/auth/forgot-password" className={buttonClass('primary', 'h-9')}>
            {t('links.newLink')}
          </Link>
        )}
        <Link to="/auth/sign-in" className={buttonClass(mayAskAgain ? 'quiet' : 'plain', 'h-9')}>
          {t('links.toSignIn')}
        </Link>
      </div>
    </AuthFrame>
  )
}
