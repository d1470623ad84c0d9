import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'

const keys = {
  everywhere: { commands: 'Ctrl K', help: '?' },
  create: { generate: 'Ctrl ⏎', last: '↑' },
  library: { move: '← → ↑ ↓', play: 'Space', open: '⏎', select: 'X', delete: 'Del' },
  player: { toggle: 'K · Space', jump: 'J · L', frame: ', · .', mute: 'M', loop: 'R', full: 'F' },
} as const

/** Which keys do what, where. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('keys.title')} isOpen onClose={onClose} className="sm:max-w-160">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {Object.entries(keys).map(([place, ofPlace]) => (
          <section key={place} className="flex flex-col gap-2">
            <h3 className="text-xs text-faint">{t(`keys.${place as keyof typeof keys}.title`)}</h3>
            <dl className="flex flex-col gap-2 text-sm">
              {Object.entries(ofPlace).map(([what, key]) => (
                <div key={what} className="flex justify-between gap-4">
                  <dt className="text-soft">{t(`keys.${place}.${what}` as 'keys.create.last')}</dt>
                  <dd>
                    <kbd className="rounded-control bg-raised px-2 py-0.5 font-sans text-xs">{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
