import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Copies a text; says so for two seconds. */
export function CopyButton({
  text,
  label,
  className = '',
}: {
  text: string
  label?: string
  className?: string
}) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      look="quiet"
      className={className}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true))
        setTimeout(() => setCopied(false), 2000)
      }}
    >
      {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      <span aria-live="polite">{isCopied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  )
}
