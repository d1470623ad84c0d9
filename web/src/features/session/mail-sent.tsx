import { useTranslation } from 'react-i18next'
import { duration } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { AuthFrame } from './auth-frame.tsx'
import { useForgotPassword, useResendVerification } from './mailed-links.ts'

const pause_s = 60 // the server sends no more than one a minute

/** Says that a mail is on its way, and sends it again. */
export function MailSent({
  email,
  of,
  onBack,
}: {
  email: string
  of: 'verification' | 'reset'
  onBack: () => void
}) {
  const { t } = useTranslation()
  const [left_s, restart] = useCountdown(pause_s)
  const resend = useResendVerification()
  const forgot = useForgotPassword()
  const again = of === 'reset' ? forgot : resend
  return (
    <AuthFrame title={t('auth.sentTitle')}>
      <p className="text-soft">{t(of === 'reset' ? 'auth.sentReset' : 'auth.sent', { email })}</p>
      <p className="text-soft">{t('auth.sentNothing')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={left_s > 0 || again.isPending}
          className="tabular"
          onClick={() => again.mutate(email, { onSuccess: () => restart(pause_s) })}
        >
          {left_s > 0 ? t('auth.sendAgainIn', { time: duration(left_s) }) : t('auth.sendAgain')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('auth.otherAddress')}
        </Button>
      </div>
      <p role="status" className="text-sm text-soft">
        {again.isSuccess && t('auth.sentAgain')}
      </p>
      {again.isError && <ErrorNotice error={again.error} />}
    </AuthFrame>
  )
}
