import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Head } from '../../features/admin/head.tsx'
import { changesWith, isChanged, type Limit, limitsQuery } from '../../features/admin/limits.ts'
import { useChangeSettings } from '../../features/admin/service.ts'
import { textOf } from '../../lib/form.ts'
import { duration, number } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { say } from '../../ui/toast.tsx'

/** How often things may be done, and by whom counted. */
export function LimitsPage() {
  const { t } = useTranslation()
  const limits = useQuery(limitsQuery)
  const change = useChangeSettings()
  const [editing, setEditing] = useState<Limit>()
  const all = limits.data ?? []
  const set = (name: string, to: { points: number; per_s: number } | undefined): void =>
    change.mutate(
      { rate_limits: changesWith(all, name, to) },
      {
        onSuccess: () => {
          setEditing(undefined)
          say(t('admin.settings.saved'))
        },
      },
    )
  const nameOf = ({ name }: Limit): string => t(`admin.limits.names.${name as 'register'}`)
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.limits')} text={t('admin.limits.text')} />
      {limits.isPending && <Lines count={8} />}
      {limits.isError && <ErrorNotice error={limits.error} onRetry={() => void limits.refetch()} />}
      <Table
        label={t('admin.nav.limits')}
        rows={all}
        keyOf={({ name }) => name}
        columns={[
          {
            head: t('admin.limits.what'),
            isWide: true,
            cell: (limit) => <span title={limit.name}>{nameOf(limit)}</span>,
          },
          {
            head: t('admin.limits.by'),
            cell: ({ by }) => <span className="whitespace-nowrap">{t(`admin.limits.each.${by}`)}</span>,
          },
          {
            head: t('admin.limits.atMost'),
            isNumber: true,
            cell: (limit) => (
              <span className={isChanged(limit) ? 'font-medium text-text' : ''}>
                {t('admin.limits.rate', { points: number(limit.points), time: duration(limit.per_s) })}
              </span>
            ),
          },
          {
            head: t('admin.limits.usual'),
            isNumber: true,
            cell: (limit) =>
              isChanged(limit) ? (
                <Button
                  look="quiet"
                  aria-label={`${t('admin.settings.reset')}: ${nameOf(limit)}`}
                  onClick={() => set(limit.name, undefined)}
                >
                  {t('admin.limits.rate', {
                    points: number(limit.default_points),
                    time: duration(limit.default_per_s),
                  })}
                </Button>
              ) : (
                ''
              ),
          },
          {
            head: '',
            isNumber: true,
            cell: (limit) => (
              <Button
                aria-label={`${t('admin.limits.change')}: ${nameOf(limit)}`}
                onClick={() => setEditing(limit)}
              >
                {t('admin.limits.change')}
              </Button>
            ),
          },
        ]}
      />
      {editing && (
        <LimitDialog
          title={nameOf(editing)}
          limit={editing}
          isBusy={change.isPending}
          error={change.error}
          onSend={(to) => set(editing.name, to)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

function LimitDialog({
  title,
  limit,
  isBusy,
  error,
  onSend,
  onClose,
}: {
  title: string
  limit: Limit
  isBusy: boolean
  error: unknown
  onSend: (to: { points: number; per_s: number }) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onSend({ points: Number(textOf(form, 'points')), per_s: Number(textOf(form, 'per_s')) })
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('admin.limits.points')}
          name="points"
          type="number"
          min="0"
          max="1000000000"
          step="1"
          defaultValue={limit.points}
          required
          hint={t('admin.limits.pointsHint', { usual: number(limit.default_points) })}
        />
        <Field
          label={t('admin.limits.seconds')}
          name="per_s"
          type="number"
          min="1"
          max="2592000"
          step="1"
          defaultValue={limit.per_s}
          required
        />
        {error !== null && <ErrorNotice error={error} />}
        <FormEnd action={t('admin.settings.save')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
