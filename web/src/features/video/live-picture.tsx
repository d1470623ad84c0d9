import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { livePictureQuery, usePictureUrls } from './live.ts'

/** What a running video looks like by now, over the whole frame. Nothing, where its engine sends no pictures. */
export function LivePicture({ task_id }: { task_id: string }) {
  const { data = null } = useQuery(livePictureQuery(task_id))
  const urls = usePictureUrls(data)
  return urls.map((url, at) => <Layer key={url} url={url} isNewest={at === urls.length - 1} />)
}

/** A whole picture, and a blurred one behind it where the frame has another shape. It fades in over the one before. */
function Layer({ url, isNewest }: { url: string; isNewest: boolean }) {
  const { t } = useTranslation()
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div
      className={`absolute inset-0 overflow-hidden bg-surface transition-opacity duration-500 ease-out ${isLoaded ? '' : 'opacity-0'}`}
    >
      <img
        src={url}
        alt=""
        className="absolute inset-0 size-full scale-125 object-cover opacity-50 blur-xl"
      />
      <img
        src={url}
        alt={isNewest ? t('video.soFar') : ''}
        onLoad={() => setLoaded(true)}
        className="absolute inset-0 size-full object-contain"
      />
    </div>
  )
}
