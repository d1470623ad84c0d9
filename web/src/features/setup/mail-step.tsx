import { useTranslation } from 'react-i18next'
import { isStatus, needsSecondFactor, type ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'
import { useTestMail } from './calls.ts'
import { SetupFrame } from './frame.tsx'
import { SecondFactorFirst } from './second-factor.tsx'

/** In the mail server's own words. */
function reasonOf({ body: { reason }, detail }: ApiError): string {
  return typeof reason === 'string' ? reason : detail
}

/** Whether mails arrive. May be skipped. */
export function MailStep({ email, onNext }: { email: string; onNext: () => void }) {
  const { t } = useTranslation()
  const test = useTestMail()
  const isShut = needsSecondFactor(test.error)
  const refused = isStatus(test.error, 502) && test.error.code === 'mail_not_sent' ? test.error : undefined
  return (
    <SetupFrame step="mail" title={t('admin.setup.mail.title')} text={t('admin.setup.mail.text')}>
      <div aria-live="polite" className="flex flex-col items-start gap-3 empty:hidden">
        {test.isSuccess && <State tone="good">{t('admin.setup.mail.sent', { email: test.data.to })}</State>}
        {isShut && <SecondFactorFirst text={t('admin.setup.factor.mail')} />}
        {refused && (
          <div className="border-l-2 border-bad pl-4 text-sm">
            <p>{t('admin.setup.mail.refused')}</p>
            <p className="break-words text-soft">{reasonOf(refused)}</p>
            <p className="pt-1 text-soft">{t('admin.setup.mail.remedy')}</p>
          </div>
        )}
        {test.isError && !isShut && !refused && <ErrorNotice error={test.error} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isShut && (
          <Button
            look={test.isSuccess ? 'plain' : 'primary'}
            className="h-9 min-w-0 whitespace-normal! break-all"
            autoFocus
            disabled={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('admin.setup.mail.send', { email })}
          </Button>
        )}
        <Button look={test.isSuccess || isShut ? 'primary' : 'quiet'} className="h-9" onClick={onNext}>
          {t(test.isSuccess || isShut ? 'admin.setup.next' : 'admin.setup.skip')}
        </Button>
      </div>
    </SetupFrame>
  )
}
