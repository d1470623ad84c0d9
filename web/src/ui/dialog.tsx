import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'

const typed = 'input:not([type="radio"], [type="checkbox"], [type="file"]), textarea, select'

/** A window over the page that keeps the focus and gives it back; on a phone a sheet from below. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  className = 'sm:max-w-120',
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  className?: string
}) {
  const { t } = useTranslation()
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/60 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            // Where one begins to type; a ring around the way out says nothing.
            initialFocus={() => body.current?.querySelector<HTMLElement>(typed) ?? body.current}
            className={`flex max-h-[90dvh] w-full flex-col overflow-hidden rounded-t-media border border-line bg-surface shadow-float outline-none transition-[opacity,translate] duration-150 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:rounded-media ${className}`}
          >
            <div className="flex items-center justify-between gap-4 py-3 pr-3 pl-5">
              <Base.Title className="text-base font-medium">{title}</Base.Title>
              <Base.Close
                aria-label={t('close')}
                className="flex size-8 items-center justify-center rounded-control text-faint hover:bg-raised hover:text-text pointer-coarse:size-11"
              >
                <X size={16} aria-hidden />
              </Base.Close>
            </div>
            <div ref={body} tabIndex={-1} className="overflow-y-auto px-5 pb-5 outline-none">
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
