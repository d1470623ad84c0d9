import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { credits } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { say } from '../../ui/toast.tsx'
import { canEnhance, enhancePriceQuery, type Target, targets, useEnhanceVideos } from './enhance.ts'

const names: Record<Target, string> = { '1080p': '1080p', '2k': '2K' }

/** Says what enhancing all of these costs before it is done. */
export function EnhanceDialog({ tasks, onClose }: { tasks: Task[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [target, setTarget] = useState<Target>('1080p')
  const [done, setDone] = useState(0)
  const key = useRef(crypto.randomUUID())
  const able = tasks.filter((task) => canEnhance(task, target))
  const price = useQuery({ ...enhancePriceQuery(able, target), enabled: able.length > 0 })
  const enhance = useEnhanceVideos(setDone)
  const { cost = 0, forSale = [] } = able.length > 0 ? (price.data ?? {}) : {}
  const left = tasks.length - forSale.length
  const isKnown = able.length === 0 || price.isSuccess
  return (
    <Dialog title={t('library.enhanceTitle', { count: tasks.length })} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Segments
          label={t('library.target')}
          value={target}
          options={targets.map((value) => ({ value, label: names[value] }))}
          onChange={setTarget}
        />
        <div role="status" className="flex min-h-11 flex-col gap-1 text-sm">
          {price.isError && <ErrorNotice error={price.error} onRetry={() => void price.refetch()} />}
          {isKnown && forSale.length > 0 && (
            <p className="tabular">
              {t('library.enhancePrice', { count: forSale.length, amount: credits(cost) })}
            </p>
          )}
          {isKnown && left > 0 && <p className="text-soft">{t('library.enhanceLeft', { count: left })}</p>}
        </div>
        {enhance.isError && <ErrorNotice error={enhance.error} />}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            look="primary"
            disabled={forSale.length === 0 || enhance.isPending}
            onClick={() =>
              enhance.mutate(
                { tasks: forSale, target, key: `${key.current}-${target}` },
                {
                  onSuccess: (count) => {
                    say(t('library.enhancing', { count }))
                    onClose()
                  },
                },
              )
            }
          >
            {enhance.isPending
              ? t('library.submitting', { done: done + 1, count: forSale.length })
              : t('library.enhanceTo', { target: names[target] })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
