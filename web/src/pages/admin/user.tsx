import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountDialog } from '../../features/admin/amount-dialog.tsx'
import { Head, linkClass, Part } from '../../features/admin/head.tsx'
import { ledgerQuery } from '../../features/admin/money.ts'
import { MovementList } from '../../features/admin/movement-list.tsx'
import { TaskList } from '../../features/admin/task-list.tsx'
import { tasksQuery } from '../../features/admin/tasks.ts'
import { UserKeys } from '../../features/admin/user-keys.tsx'
import { type UserDetail, userQuery, useUserActions } from '../../features/admin/users.ts'
import { WeightDialog } from '../../features/admin/weight-dialog.tsx'
import { credits, dateTime, number, relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Danger } from '../../ui/danger.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'
import { say } from '../../ui/toast.tsx'

export function UserPage() {
  const { t } = useTranslation()
  const { user_id } = useParams({ from: '/signed-in/admin/users/$user_id' })
  const user = useQuery(userQuery(user_id))
  if (user.isPending) return <Lines count={6} />
  if (user.isError) return <ErrorNotice error={user.error} onRetry={() => void user.refetch()} />
  return (
    <div className="flex flex-col gap-8">
      <Head title={user.data.email} back={{ to: '/admin/users', text: t('admin.nav.users') }} />
      <About user={user.data} />
      <Doings user={user.data} />
      <Videos user_id={user_id} />
      <Money user_id={user_id} />
      <UserKeys user_id={user_id} />
    </div>
  )
}

function About({ user }: { user: UserDetail }) {
  const { t } = useTranslation()
  return (
    <Facts
      items={[
        [
          t('admin.status'),
          <State key="status" tone={user.status === 'active' ? 'good' : 'bad'}>
            {t(`admin.users.status.${user.status}`)}
          </State>,
        ],
        [t('admin.users.role'), t(`admin.users.roles.${user.role}`)],
        [t('admin.users.name'), user.nickname],
        [t('admin.user.balance'), credits(user.balance)],
        [t('admin.user.held'), credits(user.balance_held)],
        [t('admin.user.weight'), number(user.queue_weight)],
        [t('admin.users.factor'), t(user.mfa_enabled ? 'admin.on' : 'admin.off')],
        [t('admin.user.confirmed'), t(user.email_verified ? 'admin.yes' : 'admin.no')],
        [t('admin.user.api'), t(user.api_access_enabled ? 'admin.on' : 'admin.off')],
        [t('admin.user.sessions'), number(user.active_sessions)],
        [t('admin.user.seen'), user.last_seen_at === null ? t('admin.never') : relative(user.last_seen_at)],
        [t('admin.users.joined'), dateTime(user.created_at)],
        [t('admin.user.deletion'), user.deletion_at && dateTime(user.deletion_at)],
        [
          t('admin.id'),
          <code key="id" className="font-mono text-xs">
            {user.user_id}
          </code>,
        ],
      ]}
    />
  )
}

type Asking = 'adjust' | 'weight' | 'disable' | 'sessions' | 'mfa' | 'password' | 'role' | 'api' | undefined

/** Everything that can be done to a user; what hits them asks first. */
function Doings({ user }: { user: UserDetail }) {
  const { t } = useTranslation()
  const act = useUserActions(user.user_id)
  const [asking, setAsking] = useState<Asking>()
  const onClose = (): void => {
    setAsking(undefined)
    for (const action of Object.values(act)) action.reset()
  }
  const done = (text: string) => ({
    onSuccess: () => {
      onClose()
      say(text)
    },
  })
  const { email } = user
  const isAdmin = user.role === 'admin'
  const row = (title: string, text: string, children: ReactNode) => (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="text-sm">{title}</p>
        <p className="text-xs text-faint">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
  return (
    <Part title={t('admin.user.doings')}>
      <div>
        {row(
          t('admin.user.moneyTitle'),
          t('admin.user.moneyText'),
          <Button onClick={() => setAsking('adjust')}>{t('admin.user.adjust')}</Button>,
        )}
        {row(
          t('admin.user.shareTitle'),
          t('admin.user.shareText'),
          <Button onClick={() => setAsking('weight')}>{t('admin.user.setWeight')}</Button>,
        )}
        {row(
          t('admin.user.signInTitle'),
          t('admin.user.signInText'),
          <>
            <Button
              disabled={act.unlock.isPending}
              onClick={() => act.unlock.mutate(undefined, done(t('admin.user.unlocked')))}
            >
              {t('admin.user.unlock')}
            </Button>
            <Button onClick={() => setAsking('password')}>{t('admin.user.mailReset')}</Button>
            <Button disabled={user.active_sessions === 0} onClick={() => setAsking('sessions')}>
              {t('admin.user.endSessions')}
            </Button>
            {user.mfa_enabled && (
              <Button look="danger" onClick={() => setAsking('mfa')}>
                {t('admin.user.resetMfa')}
              </Button>
            )}
          </>,
        )}
        {row(
          t('admin.user.programsTitle'),
          t('admin.user.programsText'),
          <Button
            disabled={act.setApiAccess.isPending}
            onClick={() =>
              user.api_access_enabled
                ? setAsking('api')
                : act.setApiAccess.mutate(true, done(t('admin.user.apiIsOn')))
            }
          >
            {t(user.api_access_enabled ? 'admin.user.apiOff' : 'admin.user.apiOn')}
          </Button>,
        )}
        {row(
          t('admin.user.roleTitle'),
          t('admin.user.roleText'),
          <Button look="danger" onClick={() => setAsking('role')}>
            {t(isAdmin ? 'admin.user.makeUser' : 'admin.user.makeAdmin')}
          </Button>,
        )}
        {row(
          t('admin.user.shutTitle'),
          t('admin.user.shutText'),
          user.status === 'disabled' ? (
            <Button
              disabled={act.enable.isPending}
              onClick={() => act.enable.mutate(undefined, done(t('admin.user.enabled', { email })))}
            >
              {t('admin.user.enable')}
            </Button>
          ) : (
            <Button look="danger" onClick={() => setAsking('disable')}>
              {t('admin.user.disable')}
            </Button>
          ),
        )}
      </div>
      {asking === undefined &&
        [act.unlock, act.enable, act.setApiAccess].map(
          ({ error }, index) => error !== null && <ErrorNotice key={index} error={error} />,
        )}
      {asking === 'adjust' && (
        <AmountDialog
          title={t('admin.user.adjustTitle', { email })}
          action={t('admin.user.adjust')}
          mayTake
          isBusy={act.adjust.isPending}
          error={act.adjust.error}
          onSend={(payment) =>
            act.adjust.mutate(
              payment,
              done(t('admin.user.adjusted', { email, amount: credits(payment.amount) })),
            )
          }
          onClose={onClose}
        >
          {t('admin.user.adjustText', { balance: credits(user.balance) })}
        </AmountDialog>
      )}
      {asking === 'weight' && (
        <WeightDialog
          weight={user.queue_weight}
          isBusy={act.setWeight.isPending}
          error={act.setWeight.error}
          onSend={(weight) => act.setWeight.mutate(weight, done(t('admin.user.weightSet')))}
          onClose={onClose}
        />
      )}
      <Confirm
        title={t('admin.user.mailResetTitle', { email })}
        action={t('admin.user.mailReset')}
        isOpen={asking === 'password'}
        isBusy={act.mailReset.isPending}
        error={act.mailReset.error}
        onConfirm={() => act.mailReset.mutate(undefined, done(t('admin.user.resetMailed')))}
        onClose={onClose}
      >
        {t('admin.user.mailResetText')}
      </Confirm>
      <Confirm
        title={t('admin.user.endSessionsTitle', { email })}
        action={t('admin.user.endSessions')}
        isOpen={asking === 'sessions'}
        isBusy={act.endSessions.isPending}
        error={act.endSessions.error}
        onConfirm={() => act.endSessions.mutate(undefined, done(t('admin.user.sessionsEnded')))}
        onClose={onClose}
      >
        {t('admin.user.endSessionsText', { count: user.active_sessions })}
      </Confirm>
      <Confirm
        title={t('admin.user.apiOffTitle', { email })}
        action={t('admin.user.apiOff')}
        isOpen={asking === 'api'}
        isBusy={act.setApiAccess.isPending}
        error={act.setApiAccess.error}
        onConfirm={() => act.setApiAccess.mutate(false, done(t('admin.user.apiIsOff')))}
        onClose={onClose}
      >
        {t('admin.user.apiOffText')}
      </Confirm>
      {asking === 'mfa' && (
        <Danger
          title={t('admin.user.resetMfaTitle', { email })}
          action={t('admin.user.resetMfa')}
          name={email}
          reason={t('admin.reasonInLog')}
          isBusy={act.resetMfa.isPending}
          error={act.resetMfa.error}
          onConfirm={(reason) => act.resetMfa.mutate(reason, done(t('admin.user.mfaReset')))}
          onClose={onClose}
        >
          {t('admin.user.resetMfaText')}
        </Danger>
      )}
      {asking === 'role' && (
        <Danger
          title={t(isAdmin ? 'admin.user.makeUserTitle' : 'admin.user.makeAdminTitle', { email })}
          action={t(isAdmin ? 'admin.user.makeUser' : 'admin.user.makeAdmin')}
          name={email}
          isBusy={act.setRole.isPending}
          error={act.setRole.error}
          onConfirm={() =>
            act.setRole.mutate(isAdmin ? 'user' : 'admin', done(t('admin.user.roleChanged', { email })))
          }
          onClose={onClose}
        >
          {t(isAdmin ? 'admin.user.makeUserText' : 'admin.user.makeAdminText')}
        </Danger>
      )}
      {asking === 'disable' && (
        <Danger
          title={t('admin.user.disableTitle', { email })}
          action={t('admin.user.disable')}
          name={email}
          reason={t('admin.reasonInLog')}
          isBusy={act.disable.isPending}
          error={act.disable.error}
          onConfirm={(reason) => act.disable.mutate(reason, done(t('admin.user.disabled', { email })))}
          onClose={onClose}
        >
          {t('admin.user.disableText')}
        </Danger>
      )}
    </Part>
  )
}

function Videos({ user_id }: { user_id: string }) {
  const { t } = useTranslation()
  return (
    <Part
      title={t('admin.user.tasks')}
      action={
        <Link to="/admin/tasks" search={{ user_id }} className={`text-sm ${linkClass}`}>
          {t('admin.all')}
        </Link>
      }
    >
      <TaskList query={useQuery(tasksQuery({ user_id }, 5))} isOfOne />
    </Part>
  )
}

function Money({ user_id }: { user_id: string }) {
  const { t } = useTranslation()
  return (
    <Part
      title={t('admin.user.movements')}
      action={
        <Link to="/admin/ledger" search={{ user_id }} className={`text-sm ${linkClass}`}>
          {t('admin.all')}
        </Link>
      }
    >
      <MovementList query={useQuery(ledgerQuery({ user_id }, 8))} isOfOne />
    </Part>
  )
}
