import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Danger } from '../../ui/danger.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'
import { say } from '../../ui/toast.tsx'
import { Part } from './head.tsx'
import { List } from './list.tsx'
import { keysOfQuery, useKeyActions } from './users.ts'

/** A user's API keys: never the keys themselves. */
export function UserKeys({ user_id }: { user_id: string }) {
  const { t } = useTranslation()
  const keys = useQuery(keysOfQuery(user_id))
  const { disable, enable } = useKeyActions()
  const [asking, setAsking] = useState<{ key_id: string; name: string }>()
  return (
    <Part title={t('admin.keys.title')}>
      <List
        label={t('admin.keys.title')}
        query={keys}
        keyOf={({ key_id }) => key_id}
        empty={t('admin.keys.none')}
        columns={[
          {
            head: t('admin.users.name'),
            isWide: true,
            cell: ({ name, key_prefix, last4 }) => (
              <>
                {name}
                <code className="pl-3 font-mono text-xs text-faint">
                  {key_prefix}…{last4}
                </code>
              </>
            ),
          },
          {
            head: t('admin.status'),
            cell: ({ status }) => (
              <State tone={status === 'active' ? 'good' : status === 'disabled' ? 'bad' : 'off'}>
                {t(`admin.keys.status.${status}`)}
              </State>
            ),
          },
          {
            head: t('admin.keys.used'),
            cell: ({ last_used_at }) => (
              <span className="whitespace-nowrap text-soft">
                {last_used_at === null ? t('admin.never') : relative(last_used_at)}
              </span>
            ),
          },
          {
            head: '',
            isNumber: true,
            cell: ({ key_id, name, status }) =>
              status === 'active' ? (
                <Button
                  look="danger"
                  aria-label={`${t('admin.keys.disable')}: ${name}`}
                  onClick={() => setAsking({ key_id, name })}
                >
                  {t('admin.keys.disable')}
                </Button>
              ) : (
                status === 'disabled' && (
                  <Button
                    aria-label={`${t('admin.keys.enable')}: ${name}`}
                    disabled={enable.isPending}
                    onClick={() =>
                      enable.mutate(key_id, { onSuccess: () => say(t('admin.keys.enabled', { name })) })
                    }
                  >
                    {t('admin.keys.enable')}
                  </Button>
                )
              ),
          },
        ]}
      />
      {enable.isError && <ErrorNotice error={enable.error} />}
      {asking && (
        <Danger
          title={t('admin.keys.disableTitle', { name: asking.name })}
          action={t('admin.keys.disable')}
          reason={t('admin.reasonInLog')}
          isBusy={disable.isPending}
          error={disable.error}
          onConfirm={(reason) =>
            disable.mutate(
              { key_id: asking.key_id, reason },
              {
                onSuccess: () => {
                  setAsking(undefined)
                  say(t('admin.keys.disabled', { name: asking.name }))
                },
              },
            )
          }
          onClose={() => setAsking(undefined)}
        >
          {t('admin.keys.disableText')}
        </Danger>
      )}
    </Part>
  )
}
