import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../features/session/session.ts'
import { FileSection, ManifestSection } from '../features/verify/answers.tsx'
import { DropZone } from '../features/verify/drop-zone.tsx'
import { useChecker } from '../features/verify/use-checker.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Sign } from '../ui/sign.tsx'
import { Title } from '../ui/title.tsx'

/** Says of a video or a manifest whether this server made it. The file itself stays in the browser. */
export function VerifyPage() {
  const { t } = useTranslation()
  const { check, checker } = useChecker()
  const { file, manifest } = check
  return (
    <Around>
      <Title>{t('verify.title')}</Title>
      <div className="mx-auto flex max-w-160 flex-col gap-6 py-8">
        <div className="flex flex-col gap-2">
          <h1 className="text-xl font-medium text-balance">{t('verify.title')}</h1>
          <p className="text-soft">{t('verify.text')}</p>
        </div>
        <DropZone onFiles={checker.take} />
        <div aria-live="polite" className="flex flex-col gap-6">
          {file && <FileSection check={file} checker={checker} />}
          {manifest && <ManifestSection check={manifest} checker={checker} />}
        </div>
        {(file || manifest) && (
          <Button className="self-start" onClick={checker.reset}>
            {t('verify.again')}
          </Button>
        )}
      </div>
    </Around>
  )
}

/** Whoever is not signed in has no rail; they get the sign and a way in. */
function Around({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  if (useMe()) return children
  return (
    <div className="mx-auto max-w-360 px-6 md:px-10">
      <header className="flex h-16 items-center gap-3">
        <Link to="/" className="flex items-center gap-3">
          <Sign />
          <span className="text-base font-medium">Clipwright</span>
        </Link>
        <Link to="/auth/sign-in" className={buttonClass('quiet', 'ml-auto')}>
          {t('front.signIn')}
        </Link>
      </header>
      <main>{children}</main>
    </div>
  )
}
