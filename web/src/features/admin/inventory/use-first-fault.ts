import { useEffect, useRef } from 'react'

/** The form that gets this shows its first wrong field as soon as there is a new reason to. */
export function useFirstFault(...reasons: unknown[]) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the reasons are the point
  }, reasons)
  return form
}
