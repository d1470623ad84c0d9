import '../styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../lib/i18n.ts'
import { applyTheme } from '../lib/theme.ts'
import { meQuery } from '../features/session/session.ts'
import { queryClient } from './query-client.ts'
import { rememberAnswers } from './remember.ts'
import { Toasts } from '../ui/toast.tsx'
import { router } from './router.tsx'

applyTheme()
rememberAnswers(queryClient)
void queryClient.prefetchQuery(meQuery) // beside the words
await startI18n()
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
