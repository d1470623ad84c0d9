import '../styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../lib/i18n.ts'
import { applyTheme } from '../lib/theme.ts'
import { queryClient } from './query-client.ts'
import { rememberAnswers } from './remember.ts'
import { Toasts } from '../ui/toast.tsx'
import { router } from './router.tsx'

/** No `await` of the module's own: a page's code imports this file, and would wait for what waits for it. */
async function start(): Promise<void> {
  applyTheme()
  rememberAnswers(queryClient)
  await Promise.all([startI18n(), router.load()]) // the words beside the page's code and its first answers
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
