import { urlOf } from '../../lib/api.ts'
import type { QueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { videoQuery } from '../../features/video/videos.ts'
import type { TaskEvent } from '../../lib/events.ts'

const stored = 'clipwright.notify'

/** Whether the browser says it outside of the page when a video ends, and whether it can. */
export function notifications(): 'impossible' | 'off' | 'on' {
  if (!('Notification' in globalThis) || Notification.permission === 'denied') return 'impossible'
  return Notification.permission === 'granted' && localStorage.getItem(stored) === 'yes' ? 'on' : 'off'
}

/** Asks the person where the browser has not asked yet. Resolves to what holds from now on. */
export async function setNotifications(wanted: boolean): Promise<ReturnType<typeof notifications>> {
  if (wanted) await Notification.requestPermission()
  localStorage.setItem(stored, wanted ? 'yes' : 'no')
  return notifications()
}

/** Says that a video ended, when nobody looks at the page. Several tabs say it once: the tag is the video's. */
export async function notify(
  client: QueryClient,
  { type, task }: TaskEvent,
  open: (task_id: string) => void,
): Promise<void> {
  if (!document.hidden || notifications() !== 'on') return
  if (type !== 'task.completed' && type !== 'task.failed') return
  const { prompt, media } = await client.fetchQuery(videoQuery(task.task_id))
  const note = new Notification(t(type === 'task.completed' ? 'notify.done' : 'notify.failed'), {
    tag: task.task_id,
    ...(prompt !== null && { body: prompt }),
    ...(media?.poster_url && { icon: urlOf(media.poster_url) }),
  })
  note.addEventListener('click', () => {
    window.focus()
    open(task.task_id)
    note.close()
  })
}
