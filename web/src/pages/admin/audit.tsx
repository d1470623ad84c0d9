import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Head, linkClass } from '../../features/admin/head.tsx'
import { List } from '../../features/admin/list.tsx'
import { type AuditEvent, type AuditFilter, auditQuery } from '../../features/admin/service.ts'
import { Time } from '../../features/admin/task-list.tsx'
import { dayOf } from '../../lib/days.ts'
import { withoutEmpty } from '../../lib/filter.ts'
import { textOf } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

export function AuditPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/admin/audit' })
  const filter: AuditFilter = withoutEmpty({ ...search, from: dayOf(search.from), to: dayOf(search.to) })
  const events = useQuery(auditQuery(filter))
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const asked = Object.fromEntries(
      ['event', 'actor', 'subject', 'from', 'to'].map((name) => [name, textOf(data, name).trim()]),
    )
    void navigate({ to: '/admin/audit', search: withoutEmpty(asked) })
  }
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.audit')} text={t('admin.audit.text')} />
      <form key={JSON.stringify(filter)} onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          label={t('admin.audit.event')}
          name="event"
          defaultValue={filter.event ?? ''}
          maxLength={100}
        />
        <Field
          label={t('admin.audit.actor')}
          name="actor"
          defaultValue={filter.actor ?? ''}
          maxLength={100}
        />
        <Field
          label={t('admin.audit.subject')}
          name="subject"
          defaultValue={filter.subject ?? ''}
          maxLength={100}
        />
        <Field label={t('admin.from')} name="from" type="date" defaultValue={filter.from ?? ''} />
        <Field label={t('admin.to')} name="to" type="date" defaultValue={filter.to ?? ''} />
        <Button type="submit" className="h-9">
          {t('admin.audit.filter')}
        </Button>
      </form>
      <List
        label={t('admin.nav.audit')}
        query={events}
        keyOf={({ event_id }) => event_id}
        empty={t('admin.audit.none')}
        onPage={(place) =>
          void navigate({
            to: '/admin/audit',
            search: withoutEmpty({ ...filter, page: undefined, cursor: undefined, ...place }),
          })
        }
        columns={[
          { head: t('admin.when'), cell: ({ created_at }) => <Time at={created_at} /> },
          {
            head: t('admin.audit.event'),
            cell: ({ event }) => (
              <Link to="/admin/audit" search={{ event }} className={`${linkClass} font-mono text-xs`}>
                {event}
              </Link>
            ),
          },
          {
            head: t('admin.audit.actor'),
            cell: ({ actor, actor_email }) => <Party id={actor} email={actor_email} />,
          },
          {
            head: t('admin.audit.subject'),
            cell: ({ subject, subject_email }) =>
              subject !== null && <Party id={subject} email={subject_email} />,
          },
          { head: t('admin.audit.details'), isWide: true, cell: (event) => <Details event={event} /> },
          {
            head: t('admin.audit.from'),
            cell: ({ ip }) => <span className="text-xs text-faint">{ip}</span>,
          },
        ]}
      />
    </div>
  )
}

/** Who did it, or what it was done to: a user leads to their page. */
function Party({ id, email }: { id: string; email: string | null }) {
  if (email === null)
    return (
      <span title={id} className="font-mono text-xs whitespace-nowrap">
        {id.length > 24 ? `${id.slice(0, 20)}…` : id}
      </span>
    )
  return (
    <Link to="/admin/users/$user_id" params={{ user_id: id }} className={linkClass}>
      {email}
    </Link>
  )
}

function Details({ event: { details } }: { event: AuditEvent }) {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return (
    <span title={text} className="text-xs text-soft">
      {text}
    </span>
  )
}
