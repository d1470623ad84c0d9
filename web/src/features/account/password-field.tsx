import { useTranslation } from 'react-i18next'
import { isStatus } from '../../lib/api.ts'
import { Field } from '../../ui/field.tsx'

/** Where the person says their password again; shows that it is wrong. */
export function PasswordField({
  error,
  name = 'password',
  autoFocus = false,
}: {
  error: unknown
  name?: string
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('account.currentPassword')}
      name={name}
      type="password"
      autoComplete="current-password"
      maxLength={128}
      required
      autoFocus={autoFocus}
      error={isWrongPassword(error) ? t('codes.invalid_password') : undefined}
    />
  )
}

export const isWrongPassword = (error: unknown): boolean =>
  isStatus(error, 400) && error.code === 'invalid_password'

/** Where the second factor's code goes; shows that it is wrong. */
export function CodeField({ error, label, hint }: { error: unknown; label: string; hint?: string }) {
  const { t } = useTranslation()
  return (
    <Field
      label={label}
      hint={hint}
      name="code"
      inputMode={hint === undefined ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      maxLength={40}
      required
      error={isWrongCode(error) ? t('codes.invalid_mfa_code') : undefined}
    />
  )
}

export const isWrongCode = (error: unknown): boolean =>
  isStatus(error, 400) && error.code === 'invalid_mfa_code'
