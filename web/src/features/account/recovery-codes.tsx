import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { base_url } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Shows codes that are never shown again, and goes on when the person says that they are stored. */
export function RecoveryCodesList({
  codes,
  email,
  onStored,
}: {
  codes: readonly string[]
  email: string
  onStored: () => void
}) {
  const { t } = useTranslation()
  const [isStored, setStored] = useState(false)
  const site = new URL(base_url).host
  const file = `${t('account.security.codesFile', { email, site })}\n\n${codes.join('\n')}\n`
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">{t('account.security.codesText')}</p>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-page px-4 py-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-1">
        <CopyButton text={codes.join('\n')} />
        <Button
          look="quiet"
          onClick={() => saveFile('clipwright-recovery-codes.txt', new Blob([file], { type: 'text/plain' }))}
        >
          <Download size={16} aria-hidden />
          {t('account.security.download')}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
        <Check
          label={t('account.security.stored')}
          checked={isStored}
          onChange={(event) => setStored(event.target.checked)}
        />
        <Button look="primary" disabled={!isStored} onClick={onStored}>
          {t('account.security.finish')}
        </Button>
      </div>
    </div>
  )
}
