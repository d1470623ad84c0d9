import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { midnight } from '../../lib/days.ts'
import { textOf } from '../../lib/form.ts'
import { toMinor } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { faultsOf } from './calls.ts'
import { useCreateInvite } from './money.ts'

const fields = ['code', 'note', 'bonus', 'max_uses', 'expires_at']

/** Makes an invite code, and shows it this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCreateInvite()
  const [isWrong, setWrong] = useState(false)
  const { byField, other } = faultsOf(create.error, fields)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [code, note, until] = ['code', 'note', 'until'].map((name) => textOf(form, name).trim())
    const bonus = Number(toMinor(textOf(form, 'bonus')))
    setWrong(!(bonus > 0))
    if (!(bonus > 0)) return
    create.mutate({
      bonus,
      max_uses: Number(textOf(form, 'uses')),
      ...(code && { code }),
      ...(note && { note }),
      ...(until && { expires_at: midnight(until, 1) }),
    })
  }
  if (create.data)
    return (
      <Dialog title={t('admin.invites.createdTitle')} isOpen onClose={onClose}>
        <div className="flex flex-col gap-4">
          <p className="text-sm text-soft">{t('admin.invites.createdText')}</p>
          <div className="flex items-center justify-between gap-3 rounded-control bg-raised px-3 py-2">
            <code className="font-mono text-sm break-all">{create.data.code}</code>
            <CopyButton text={create.data.code} />
          </div>
          <Button look="primary" className="self-end" onClick={onClose}>
            {t('admin.done')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('admin.invites.create')} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('admin.invites.bonus')}
            name="bonus"
            inputMode="decimal"
            defaultValue="10"
            required
            hint={t('admin.amount.credits')}
            error={isWrong ? t('admin.amount.wrong') : byField['bonus']}
          />
          <Field
            label={t('admin.invites.uses')}
            name="uses"
            type="number"
            min="1"
            max="1000000"
            defaultValue="1"
            required
            error={byField['max_uses']}
          />
        </div>
        <Field
          label={t('admin.invites.note')}
          name="note"
          maxLength={200}
          hint={t('admin.invites.noteHint')}
          error={byField['note']}
        />
        <Field
          label={t('admin.invites.code')}
          name="code"
          minLength={4}
          maxLength={64}
          pattern="[A-Za-z0-9_\-]*"
          autoComplete="off"
          hint={t('admin.invites.codeHint')}
          error={byField['code']}
        />
        <Field
          label={t('admin.invites.until')}
          name="until"
          type="date"
          hint={t('admin.invites.untilHint')}
          error={byField['expires_at']}
        />
        {other !== null && <ErrorNotice error={other} />}
        <FormEnd action={t('admin.invites.create')} isBusy={create.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
