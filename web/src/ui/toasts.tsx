import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from './button.tsx'
import type { Saying } from './toast.tsx'

const manager = Toast.createToastManager()

export function show({ text, action, id }: Saying): void {
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
        <Toast.Close aria-label={t('close')} className={buttonClass('quiet', 'px-2!')}>
          <X size={16} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
