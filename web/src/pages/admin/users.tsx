import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Head, linkClass } from '../../features/admin/head.tsx'
import { List } from '../../features/admin/list.tsx'
import { roles, type User, type UserFilter, usersQuery, userStatuses } from '../../features/admin/users.ts'
import { knownOf, withoutEmpty } from '../../lib/filter.ts'
import { textOf } from '../../lib/form.ts'
import { date } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { State } from '../../ui/state.tsx'

export function UsersPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { query, status, role, page } = useSearch({ from: '/signed-in/admin/users' })
  const filter: UserFilter = withoutEmpty({
    query,
    status: knownOf(userStatuses, status),
    role: knownOf(roles, role),
    page,
  })
  const users = useQuery(usersQuery(filter))
  const set = (change: { [K in keyof UserFilter]: UserFilter[K] | undefined }): void =>
    void navigate({ to: '/admin/users', search: withoutEmpty({ ...filter, page: undefined, ...change }) })
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    set({ query: textOf(new FormData(event.currentTarget), 'query').trim() })
  }
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.users')} text={t('admin.users.text')} />
      <div className="flex flex-wrap items-end gap-3">
        <form role="search" onSubmit={search} className="flex min-w-64 flex-1 items-end gap-2">
          <div className="flex-1">
            <Field
              key={query}
              label={t('admin.users.find')}
              name="query"
              type="search"
              defaultValue={query ?? ''}
              maxLength={254}
            />
          </div>
          <Button type="submit" className="h-9" aria-label={t('admin.users.search')}>
            <Search size={16} aria-hidden />
          </Button>
        </form>
        <Choice
          label={t('admin.status')}
          value={filter.status ?? ''}
          options={[
            { value: '', label: t('admin.any') },
            ...userStatuses.map((value) => ({ value, label: t(`admin.users.status.${value}`) })),
          ]}
          onChange={(value) => set({ status: value === '' ? undefined : value })}
        />
        <Choice
          label={t('admin.users.role')}
          value={filter.role ?? ''}
          options={[
            { value: '', label: t('admin.any') },
            ...roles.map((value) => ({ value, label: t(`admin.users.roles.${value}`) })),
          ]}
          onChange={(value) => set({ role: value === '' ? undefined : value })}
        />
      </div>
      <List
        label={t('admin.nav.users')}
        query={users}
        keyOf={({ user_id }) => user_id}
        empty={t('admin.users.none')}
        onPage={({ page: to }) => set({ page: to })}
        columns={[
          { head: t('admin.users.address'), isWide: true, cell: (user) => <Name user={user} /> },
          {
            head: t('admin.users.role'),
            cell: ({ role: is }) => <span className="whitespace-nowrap">{t(`admin.users.roles.${is}`)}</span>,
          },
          { head: t('admin.status'), cell: ({ status: is }) => <UserState status={is} /> },
          {
            head: t('admin.users.factor'),
            cell: ({ mfa_enabled }) => t(mfa_enabled ? 'admin.on' : 'admin.off'),
          },
          { head: t('admin.users.joined'), isNumber: true, cell: ({ created_at }) => date(created_at) },
        ]}
      />
    </div>
  )
}

function Name({ user: { user_id, email, nickname } }: { user: User }) {
  return (
    <>
      <Link to="/admin/users/$user_id" params={{ user_id }} className={linkClass}>
        {email}
      </Link>
      <span className="pl-3 text-xs text-faint">{nickname}</span>
    </>
  )
}

function UserState({ status }: { status: User['status'] }) {
  const { t } = useTranslation()
  return (
    <State tone={status === 'active' ? 'good' : status === 'disabled' ? 'bad' : 'off'}>
      {t(`admin.users.status.${status}`)}
    </State>
  )
}
