import { lazy, Suspense, useEffect, useState } from 'react'

export interface Saying {
  text: string
  action?: { label: string; onClick: () => void } | undefined
  id?: string | undefined
}

const load = () => import('./toasts.tsx')
const ToastView = lazy(async () => ({ default: (await load()).ToastView }))
const unsaid: Saying[] = []
let sayNow = (saying: Saying): void => void unsaid.push(saying)

/** Says something in a corner for a while; with an action, such as Undo, for ten seconds. The same `id` replaces what was said. */
export function say(text: string, action?: Saying['action'], id?: string): void {
  sayNow({ text, action, id })
}

/** Where it is said; once, around all pages. Its code comes with the first words. */
export function Toasts() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    sayNow = (saying) => {
      setWanted(true)
      void load().then(({ show }) => show(saying))
    }
    for (const saying of unsaid.splice(0)) sayNow(saying)
  }, [])
  return <Suspense>{isWanted && <ToastView />}</Suspense>
}
