import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { openLivePicture } from '../../lib/api.ts'

/** What a running video looks like by now: asked for once, then after each event. */
export const livePictureQuery = (task_id: string) =>
  queryOptions({
    queryKey: ['live', task_id],
    queryFn: ({ signal }) => openLivePicture(task_id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0, // another attempt looks different
    retry: false, // the next event is another try
  })

/** Reads the picture again, where one is shown; all that are, if no video is named. On a slow line a read outlasts the next event: it goes on. */
export function readLivePicture(client: QueryClient, task_id?: string): void {
  const queryKey = task_id === undefined ? ['live'] : livePictureQuery(task_id).queryKey
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/** Addresses of the newest pictures, of which the last covers the one before once it has faded in. */
export function usePictureUrls(picture: Blob | null): string[] {
  const [urls, setUrls] = useState<string[]>([])
  const made = useRef<string[]>([])
  useEffect(() => {
    if (!picture) return
    made.current.push(URL.createObjectURL(picture))
    const shown = made.current.slice(-2)
    setUrls(shown)
    for (const url of made.current.splice(0, made.current.length - shown.length)) URL.revokeObjectURL(url)
  }, [picture])
  useEffect(
    () => () => {
      for (const url of made.current.splice(0)) URL.revokeObjectURL(url)
    },
    [],
  )
  return urls
}
