import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { credits } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { enhancedSize, enhancePricesQuery, type Target, targetName, targets, useEnhance } from './enhance.ts'

/** Chooses how large a video shall become, at which price; `onDone` gets the enhanced video, which may not be made yet. */
export function EnhanceDialog({
  task,
  onDone,
  onClose,
}: {
  task: Task
  onDone: (task_id: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const prices = useQuery(enhancePricesQuery(task))
  const enhance = useEnhance()
  const key = useRef(crypto.randomUUID())
  const isPossible = (target: Target): boolean =>
    enhancedSize(task, target) !== undefined && prices.data?.prices.get(target) !== null
  const [chosen, setChosen] = useState<Target>()
  const target = chosen ?? targets.find(isPossible)
  const cost = target && prices.data?.prices.get(target)
  const missing = typeof cost === 'number' && prices.data ? cost - prices.data.balance : 0
  const submit = (): void => {
    if (!target) return
    enhance.mutate(
      { task_id: task.task_id, target, key: key.current },
      { onSuccess: ({ task_id }) => onDone(task_id) },
    )
  }
  return (
    <Dialog title={t('enhance.title')} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-soft">{t('enhance.text')}</p>
        {prices.isError && <ErrorNotice error={prices.error} onRetry={() => void prices.refetch()} />}
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">{t('enhance.target')}</legend>
          {targets.map((each) => {
            const size = enhancedSize(task, each)
            const price = prices.data?.prices.get(each)
            return (
              <label
                key={each}
                className={`flex items-center gap-3 rounded-control border px-3 py-2 ${each === target ? 'border-accent' : 'border-line'} ${isPossible(each) ? '' : 'text-faint'} pointer-coarse:min-h-11`}
              >
                <input
                  type="radio"
                  name="target"
                  className="accent-accent"
                  disabled={!isPossible(each)}
                  checked={each === target}
                  onChange={() => setChosen(each)}
                />
                <span className="flex-1">
                  <span className="font-medium">{targetName(each)}</span>{' '}
                  <span className="tabular text-sm text-faint">
                    {size ? `${size.width_px} × ${size.height_px}` : t('enhance.large')}
                  </span>
                </span>
                <span className="tabular text-sm">
                  {typeof price === 'number' && size && t('video.cost', { amount: credits(price) })}
                  {price === null && t('enhance.notForSale')}
                </span>
              </label>
            )
          })}
        </fieldset>
        {enhance.isError && <ErrorNotice error={enhance.error} />}
        {missing > 0 ? (
          <Link to="/wallet" className={buttonClass('primary', 'h-10')}>
            {t('create.missing', { amount: credits(missing) })} · {t('create.topUp')}
          </Link>
        ) : (
          <Button
            look="primary"
            className="tabular h-10"
            disabled={!target || !prices.data || enhance.isPending}
            onClick={submit}
          >
            {target ? t('enhance.do', { target: targetName(target) }) : t('enhance.title')}
            {typeof cost === 'number' && <span className="font-normal opacity-80">{credits(cost)}</span>}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
