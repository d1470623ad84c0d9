import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type InputHTMLAttributes, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessQuery, faultsOf } from '../../features/admin/calls.ts'
import { Head, Part } from '../../features/admin/head.tsx'
import { type Settings, useChangeSettings } from '../../features/admin/service.ts'
import { userQuery } from '../../features/admin/users.ts'
import { textOf } from '../../lib/form.ts'
import { dateTime } from '../../lib/format.ts'
import { fromMinor } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { say } from '../../ui/toast.tsx'

const flags = [
  'registration_enabled',
  'email_verification_required',
  'topup_enabled',
  'api_key_auth_enabled',
] as const
const gigabyte = 1_000_000_000

export function SettingsPage() {
  const { t } = useTranslation()
  const settings = useQuery(accessQuery)
  return (
    <div className="flex flex-col gap-8">
      <Head title={t('admin.nav.settings')} text={t('admin.settings.text')} />
      {settings.isPending && <Lines count={4} />}
      {settings.isError && <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isSuccess && (
        <>
          <div>
            <SiteName settings={settings.data} />
            {flags.map((key) => (
              <Flag key={key} name={key} settings={settings.data} />
            ))}
            <LongestWait settings={settings.data} />
            <StorageQuota settings={settings.data} />
          </div>
          <Overrides settings={settings.data} />
        </>
      )}
    </div>
  )
}

function Flag({ name, settings }: { name: (typeof flags)[number]; settings: Settings }) {
  const { t } = useTranslation()
  const change = useChangeSettings()
  const isOn = settings[name]
  const set = (value: boolean | null): void =>
    change.mutate({ [name]: value }, { onSuccess: () => say(t('admin.settings.saved')) })
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-80">
        <Check
          label={t(`admin.settings.${name}.label`)}
          hint={t(`admin.settings.${name}.hint`)}
          checked={isOn}
          disabled={change.isPending}
          onChange={({ target }) => set(target.checked)}
        />
        {change.isError && <ErrorNotice error={change.error} />}
      </div>
      <Origin name={name} settings={settings} onReset={() => set(null)} />
    </div>
  )
}

function SiteName({ settings }: { settings: Settings }) {
  return (
    <Written
      name="site_name"
      settings={settings}
      value={settings.site_name}
      read={(text) => text.trim()}
      maxLength={60}
      autoComplete="off"
    />
  )
}

/** Told in minutes, as one thinks of it. */
function LongestWait({ settings }: { settings: Settings }) {
  return (
    <Written
      name="longest_wait_s"
      settings={settings}
      value={String(settings.longest_wait_s / 60)}
      read={(text) => Math.round(Number(text) * 60)}
      type="number"
      inputMode="decimal"
      min={0.5}
      max={1440}
      step={0.5}
    />
  )
}

/** Told in gigabytes. */
function StorageQuota({ settings }: { settings: Settings }) {
  return (
    <Written
      name="storage_quota_bytes"
      settings={settings}
      value={String(settings.storage_quota_bytes / gigabyte)}
      read={(text) => Math.round(Number(text) * gigabyte)}
      type="number"
      inputMode="decimal"
      min={0}
      max={1_000_000}
      step="any"
    />
  )
}

/** A setting that is written into a field, and counts once it is saved. */
function Written({
  name,
  settings,
  value,
  read,
  ...rest
}: {
  name: 'site_name' | 'longest_wait_s' | 'storage_quota_bytes'
  settings: Settings
  /** As the field shows it. */
  value: string
  read: (text: string) => string | number
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'min' | 'max' | 'step' | 'maxLength' | 'autoComplete'
>) {
  const { t } = useTranslation()
  const change = useChangeSettings()
  const set = (to: string | number | null): void =>
    change.mutate({ [name]: to }, { onSuccess: () => say(t('admin.settings.saved')) })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    set(read(textOf(new FormData(event.currentTarget), name)))
  }
  const { byField, other } = faultsOf(change.error, [name])
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-2 border-t border-line py-3">
      <form
        key={value}
        onSubmit={submit}
        className="flex min-w-0 flex-1 basis-80 flex-wrap items-start gap-3"
      >
        <div className="w-full max-w-80">
          <Field
            label={t(`admin.settings.${name}.label`)}
            hint={t(`admin.settings.${name}.hint`)}
            name={name}
            required
            defaultValue={value}
            error={byField[name]}
            {...rest}
          />
        </div>
        <Button
          type="submit"
          className="sm:mt-5.5"
          aria-label={`${t('admin.settings.save')}: ${t(`admin.settings.${name}.label`)}`}
          disabled={change.isPending}
        >
          {t('admin.settings.save')}
        </Button>
        {other !== null && <ErrorNotice error={other} />}
      </form>
      <Origin name={name} settings={settings} onReset={() => set(null)} />
    </div>
  )
}

/** Whether a setting is as the environment says, or who changed it. */
function Origin({
  name,
  settings,
  onReset,
}: {
  name: keyof Omit<Settings, 'stored'>
  settings: Settings
  onReset: () => void
}) {
  const { t } = useTranslation()
  const stored = settings.stored.find(({ key }) => key === name)
  const by = stored?.updated_by ?? undefined
  const { data: who } = useQuery({ ...userQuery(by ?? ''), enabled: by !== undefined })
  if (!stored) return <span className="py-1 text-xs text-faint">{t('admin.settings.fromEnvironment')}</span>
  return (
    <span className="flex items-center gap-3 text-xs text-faint">
      {t('admin.settings.changed', {
        who: who?.email ?? t('admin.gone'),
        when: dateTime(stored.updated_at),
      })}
      <Button look="quiet" aria-label={`${t('admin.settings.reset')}: ${name}`} onClick={onReset}>
        {t('admin.settings.reset')}
      </Button>
    </span>
  )
}

/** Prices that stand above the list of prices: the quick way to change one for a while. */
function Overrides({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const change = useChangeSettings()
  const [asking, setAsking] = useState<string>()
  const entries = Object.entries(settings.price_overrides)
  const remove = (): void => {
    const price_overrides = Object.fromEntries(entries.filter(([key]) => key !== asking))
    change.mutate(
      { price_overrides },
      {
        onSuccess: () => {
          setAsking(undefined)
          say(t('admin.settings.saved'))
        },
      },
    )
  }
  return (
    <Part
      title={t('admin.settings.overrides')}
      action={
        entries.length > 0 && (
          <Origin
            name="price_overrides"
            settings={settings}
            onReset={() => change.mutate({ price_overrides: null })}
          />
        )
      }
    >
      <p className="max-w-160 text-sm text-soft">{t('admin.settings.overridesText')}</p>
      {entries.length > 0 && (
        <Table
          label={t('admin.settings.overrides')}
          rows={entries}
          keyOf={([key]) => key}
          columns={[
            {
              head: t('admin.prices.for'),
              isWide: true,
              cell: ([key]) => <code className="font-mono text-xs">{key}</code>,
            },
            {
              head: t('admin.prices.price'),
              isNumber: true,
              cell: ([, { unit = 'second', unit_price = '0' }]) =>
                t(`admin.prices.each.${unit}`, { price: fromMinor(unit_price) }),
            },
            {
              head: '',
              isNumber: true,
              cell: ([key]) => (
                <Button look="danger" onClick={() => setAsking(key)}>
                  {t('admin.settings.removeOverride')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <Confirm
        title={t('admin.settings.removeOverrideTitle', { key: asking ?? '' })}
        action={t('admin.settings.removeOverride')}
        isOpen={asking !== undefined}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={remove}
        onClose={() => setAsking(undefined)}
      >
        {t('admin.settings.removeOverrideText')}
      </Confirm>
    </Part>
  )
}
