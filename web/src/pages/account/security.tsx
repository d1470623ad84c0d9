import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mfaQuery, pendingQuery } from '../../features/account/account.ts'
import { configQuery, useMe } from '../../features/session/session.ts'
import { clock, date } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Title } from '../../ui/title.tsx'

const AddressDialog = lazy(async () => ({
  default: (await import('../../features/account/address-dialog.tsx')).AddressDialog,
}))
const PasswordDialog = lazy(async () => ({
  default: (await import('../../features/account/password-dialog.tsx')).PasswordDialog,
}))
const totp = () => import('../../features/account/totp-dialogs.tsx')
const SetUpDialog = lazy(async () => ({ default: (await totp()).SetUpDialog }))
const TurnOffDialog = lazy(async () => ({ default: (await totp()).TurnOffDialog }))
const RenewDialog = lazy(async () => ({ default: (await totp()).RenewDialog }))

export function SecurityPage() {
  const { t } = useTranslation()
  const me = useMe()
  const mfa = useQuery(mfaQuery)
  const { data: pending } = useQuery(pendingQuery)
  const { data: config } = useQuery(configQuery)
  const [open, setOpen] = useState<'address' | 'password' | 'setUp' | 'turnOff' | 'renew'>()
  const onClose = (): void => setOpen(undefined)
  const email = me?.email ?? ''
  return (
    <div>
      <Title>{t('account.nav.security')}</Title>
      <Section title={t('account.security.address')} text={t('account.security.addressText')}>
        <p className="break-all">{email}</p>
        {pending?.email && (
          <Waiting>
            {t('account.security.pendingAddress', {
              email: pending.email.new_email,
              time: clock(new Date(pending.email.expires_at)),
            })}
          </Waiting>
        )}
        <Button onClick={() => setOpen('address')}>{t('account.security.changeAddress')}</Button>
      </Section>
      <Section title={t('account.security.password')} text={t('account.security.passwordText')}>
        {pending?.password && (
          <Waiting>
            {t('account.security.pendingPassword', { time: clock(new Date(pending.password.expires_at)) })}
          </Waiting>
        )}
        <Button onClick={() => setOpen('password')}>{t('account.security.changePassword')}</Button>
      </Section>
      <Section title={t('account.security.factor')} text={t('account.security.factorText')}>
        {mfa.isPending && <Lines count={1} height="h-8" />}
        {mfa.isError && <ErrorNotice error={mfa.error} onRetry={() => void mfa.refetch()} />}
        {mfa.data && (
          <>
            <p className={mfa.data.enabled ? 'text-good' : 'text-soft'}>
              {mfa.data.enabled && mfa.data.enrolled_at !== null
                ? t('account.security.on', { date: date(mfa.data.enrolled_at) })
                : t('account.security.off')}
            </p>
            {mfa.data.enabled ? (
              <Button onClick={() => setOpen('turnOff')}>{t('account.security.turnOff')}</Button>
            ) : (
              <Button look="primary" onClick={() => setOpen('setUp')}>
                {t('account.security.setUp')}
              </Button>
            )}
          </>
        )}
      </Section>
      {mfa.data?.enabled && (
        <Section title={t('account.security.recovery')} text={t('account.security.recoveryText')}>
          <p className="tabular text-soft">
            {mfa.data.recovery_codes_remaining < 4
              ? t('account.security.few', { count: mfa.data.recovery_codes_remaining })
              : t('account.security.left', { count: mfa.data.recovery_codes_remaining })}
          </p>
          <Button onClick={() => setOpen('renew')}>{t('account.security.renew')}</Button>
        </Section>
      )}
      <Suspense>
        {open === 'address' && <AddressDialog onClose={onClose} />}
        {open === 'password' && <PasswordDialog minLength={config?.password_min_length} onClose={onClose} />}
        {open === 'setUp' && <SetUpDialog email={email} onClose={onClose} />}
        {open === 'turnOff' && <TurnOffDialog onClose={onClose} />}
        {open === 'renew' && <RenewDialog email={email} onClose={onClose} />}
      </Suspense>
    </div>
  )
}

/** Something that the person has to do in their mail. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <p className="border-l-2 border-accent pl-3 text-sm text-soft">{children}</p>
)
