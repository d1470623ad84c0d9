import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from './button.tsx'
import type { Saying } from './toast.tsx'

const manager = Toast.createToastManager()

const waiting: Saying[] = []
let isListening = false

/** What is said before there is a place for it waits: the manager would lose it. */
export function show(saying: Saying): void {
  if (isListening) add(saying)
  else waiting.push(saying)
}

function add({ text, action, id }: Saying): void {
  const shown = manager.add({
    title: text,
    timeout: action ? 10_000 : 4_000,
    ...(id === undefined ? {} : { id }),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(shown)
          action.onClick()
        },
      },
    }),
  })
}

export function ToastView() {
  // After the provider's own effect, which begins to listen.
  useEffect(() => {
    isListening = true
    for (const saying of waiting.splice(0)) add(saying)
    return () => void (isListening = false)
  }, [])
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-20 z-50 mx-auto flex max-w-100 flex-col gap-2 md:bottom-6">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { t } = useTranslation()
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="rounded-control border border-line bg-raised shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-center gap-3 py-1 pr-1 pl-4 text-sm">
        <Toast.Title className="flex-1 py-1.5" />
        <Toast.Action className={buttonClass('quiet', 'text-accent-text!')} />
        {/* Base UI hides it while toasts lie on one another; ours never do. */}
        <Toast.Close aria-label={t('dismiss')} aria-hidden={false} className={buttonClass('quiet', 'px-2!')}>
          <X size={16} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
