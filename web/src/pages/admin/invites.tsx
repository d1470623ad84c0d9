import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Head } from '../../features/admin/head.tsx'
import { InviteDialog } from '../../features/admin/invite-dialog.tsx'
import { List } from '../../features/admin/list.tsx'
import { type Invite, invitesQuery, useDisableInvite } from '../../features/admin/money.ts'
import { withoutEmpty } from '../../lib/filter.ts'
import { credits, date, number } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { State } from '../../ui/state.tsx'
import { say } from '../../ui/toast.tsx'

export function InvitesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { page } = useSearch({ from: '/signed-in/admin/invites' })
  const invites = useQuery(invitesQuery(page ?? 1))
  const disable = useDisableInvite()
  const [isCreating, setCreating] = useState(false)
  const [asking, setAsking] = useState<Invite>()
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.invites')} text={t('admin.invites.text')}>
        <Button look="primary" onClick={() => setCreating(true)}>
          {t('admin.invites.create')}
        </Button>
      </Head>
      <List
        label={t('admin.nav.invites')}
        query={invites}
        keyOf={({ invite_code_id }) => invite_code_id}
        empty={t('admin.invites.none')}
        onPage={({ page: to }) => void navigate({ to: '/admin/invites', search: withoutEmpty({ page: to }) })}
        columns={[
          {
            head: t('admin.invites.code'),
            isWide: true,
            cell: ({ last4, note }) => (
              <>
                <code className="font-mono text-xs">…{last4}</code>
                <span className="pl-3 text-soft">{note}</span>
              </>
            ),
          },
          {
            head: t('admin.status'),
            cell: ({ status }) => (
              <State tone={status === 'active' ? 'good' : 'off'}>{t(`admin.invites.status.${status}`)}</State>
            ),
          },
          { head: t('admin.invites.bonus'), isNumber: true, cell: ({ bonus }) => credits(bonus) },
          {
            head: t('admin.invites.used'),
            isNumber: true,
            cell: ({ used, max_uses }) =>
              t('admin.invites.ofUses', { used: number(used), uses: number(max_uses) }),
          },
          {
            head: t('admin.invites.expires'),
            isNumber: true,
            cell: ({ expires_at }) => (expires_at === null ? t('admin.never') : date(expires_at)),
          },
          {
            head: '',
            isNumber: true,
            cell: (invite) =>
              invite.status === 'active' && (
                <Button
                  look="danger"
                  aria-label={`${t('admin.invites.disable')}: …${invite.last4}`}
                  onClick={() => setAsking(invite)}
                >
                  {t('admin.invites.disable')}
                </Button>
              ),
          },
        ]}
      />
      {isCreating && <InviteDialog onClose={() => setCreating(false)} />}
      <Confirm
        title={t('admin.invites.disableTitle', { code: `…${asking?.last4 ?? ''}` })}
        action={t('admin.invites.disable')}
        isOpen={asking !== undefined}
        isBusy={disable.isPending}
        error={disable.error}
        onConfirm={() =>
          disable.mutate(asking!.invite_code_id, {
            onSuccess: () => {
              setAsking(undefined)
              say(t('admin.invites.disabled'))
            },
          })
        }
        onClose={() => setAsking(undefined)}
      >
        {t('admin.invites.disableText')}
      </Confirm>
    </div>
  )
}
