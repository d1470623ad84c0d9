import { Link } from '@tanstack/react-router'
import { User } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRename } from '../../features/account/account.ts'
import { useMe } from '../../features/session/session.ts'
import { urlOf, fieldErrors } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { date } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Title } from '../../ui/title.tsx'
import { say } from '../../ui/toast.tsx'

const AvatarDialog = lazy(async () => ({
  default: (await import('../../features/account/avatar-dialog.tsx')).AvatarDialog,
}))

export function ProfilePage() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <div>
      <Title>{t('account.nav.profile')}</Title>
      <Section title={t('account.profile.picture')} text={t('account.profile.pictureText')}>
        <Avatar />
      </Section>
      <Section title={t('account.profile.name')} text={t('account.profile.nameText')}>
        {me && <Name key={me.nickname} nickname={me.nickname} />}
      </Section>
      <Section title={t('account.profile.address')}>
        <p className="break-all">{me?.email}</p>
        <Link
          to="/account/security"
          className="text-sm text-soft underline underline-offset-4 hover:text-text"
        >
          {t('account.profile.changeAddress')}
        </Link>
        {me && (
          <p className="text-xs text-faint">{t('account.profile.since', { date: date(me.created_at) })}</p>
        )}
      </Section>
    </div>
  )
}

function Avatar() {
  const { t } = useTranslation()
  const me = useMe()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const has = me?.avatar_url != null
  return (
    <div className="flex items-center gap-5">
      <span className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-full bg-raised text-faint">
        {has ? (
          <img src={urlOf(me.avatar_url!)} alt="" className="size-full object-cover" />
        ) : (
          <User size={32} strokeWidth={1.5} aria-hidden />
        )}
      </span>
      <div className="flex flex-col items-start gap-1">
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          tabIndex={-1}
          aria-hidden
          className="hidden"
          onChange={(event) => {
            setFile(event.target.files?.[0])
            event.target.value = '' // the same file may be chosen again
          }}
        />
        <Button onClick={() => input.current!.click()}>
          {t(has ? 'account.profile.change' : 'account.profile.choose')}
        </Button>
        <span className="text-xs text-faint">{t('account.profile.kinds')}</span>
      </div>
      <Suspense>{file && <AvatarDialog file={file} onClose={() => setFile(undefined)} />}</Suspense>
    </div>
  )
}

function Name({ nickname }: { nickname: string }) {
  const { t } = useTranslation()
  const rename = useRename()
  const [text, setText] = useState(nickname)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    rename.mutate(textOf(new FormData(event.currentTarget), 'nickname').trim(), {
      onSuccess: () => say(t('account.saved')),
    })
  }
  const { nickname: problem } = fieldErrors(rename.error)
  return (
    <form onSubmit={submit} className="flex w-full max-w-100 flex-wrap items-start gap-2">
      <div className="min-w-40 flex-1 [&_label]:sr-only [&>div]:gap-0">
        <Field
          label={t('account.profile.name')}
          name="nickname"
          autoComplete="nickname"
          maxLength={50}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={problem}
        />
      </div>
      <Button
        type="submit"
        look={text === nickname ? 'plain' : 'primary'}
        className="h-9"
        disabled={rename.isPending || text.trim() === '' || text === nickname}
      >
        {t('account.save')}
      </Button>
      {rename.isError && problem === undefined && <ErrorNotice error={rename.error} />}
    </form>
  )
}
