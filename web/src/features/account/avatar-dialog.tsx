import { ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'
import { useChangeAvatar } from './account.ts'
import { type Crop, cut, maxZoom, middle, placed, within, zoomAt } from './crop.ts'

const step = 0.02

/** Chooses a square of a picture, by mouse, touch or keys, and makes it one's own. */
export function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const { t } = useTranslation()
  const change = useChangeAvatar()
  const [url, setUrl] = useState<string>()
  const [isUnreadable, setUnreadable] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState({ width: 1, height: 1 })
  const [crop, setCrop] = useState(middle)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const use = async (): Promise<void> => {
    change.mutate(await cut(picture.current!, crop), {
      onSuccess: () => {
        say(t('account.profile.done'))
        onClose()
      },
    })
  }
  const { left, top, width, height } = placed(crop, size)
  const share = (value: number): string => `${value * 100}%`
  return (
    <Dialog title={t('account.profile.crop')} isOpen onClose={onClose} className="sm:max-w-100">
      <div className="flex flex-col gap-4 pt-1">
        {isUnreadable ? (
          <p role="alert" className="text-sm text-bad">
            {t('account.profile.unreadable')}
          </p>
        ) : (
          <>
            <Square
              crop={crop}
              onMove={(next) => setCrop(within(next, size))}
              zoom={(to, at) => setCrop(zoomAt(crop, to, size, at))}
            >
              {url !== undefined && (
                <img
                  ref={picture}
                  src={url}
                  alt=""
                  draggable={false}
                  onLoad={({ currentTarget }) =>
                    setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
                  }
                  onError={() => setUnreadable(true)}
                  className="absolute max-w-none"
                  style={{ left: share(left), top: share(top), width: share(width), height: share(height) }}
                />
              )}
            </Square>
            <label className="flex items-center gap-3 text-faint">
              <ZoomOut size={16} aria-hidden />
              <input
                type="range"
                aria-label={t('account.profile.zoom')}
                min={1}
                max={maxZoom}
                step={0.01}
                value={crop.zoom}
                onChange={(event) => setCrop(zoomAt(crop, Number(event.target.value), size))}
                className="h-8 flex-1 accent-accent pointer-coarse:h-11"
              />
              <ZoomIn size={16} aria-hidden />
            </label>
            <p id="crop-hint" className="text-xs text-faint">
              {t('account.profile.cropHint')}
            </p>
          </>
        )}
        {change.isError && <ErrorNotice error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          {!isUnreadable && (
            <Button look="primary" disabled={change.isPending || size.width === 1} onClick={() => void use()}>
              {t('account.profile.use')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The square itself: one pointer drags, two pinch, the wheel and + − zoom, arrow keys move. */
function Square({
  crop,
  onMove,
  zoom,
  children,
}: {
  crop: Crop
  onMove: (crop: Crop) => void
  zoom: (to: number, at: { x: number; y: number }) => void
  children: React.ReactNode
}) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  /** From the square's middle, in its sides. */
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = ref.current!.getBoundingClientRect()
    return { x: (clientX - box.left) / box.width - 0.5, y: (clientY - box.top) / box.height - 0.5 }
  }
  const wheel = useRef<(event: WheelEvent) => void>(undefined)
  wheel.current = (event) => {
    event.preventDefault()
    zoom(crop.zoom * Math.exp(-event.deltaY / 400), placeOf(event))
  }
  useEffect(() => {
    const onWheel = (event: WheelEvent): void => wheel.current!(event)
    const square = ref.current!
    square.addEventListener('wheel', onWheel, { passive: false }) // React's own can't keep the page from scrolling
    return () => square.removeEventListener('wheel', onWheel)
  }, [])
  const move = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const here = placeOf(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, here)
    if (other) {
      const apart = (point: typeof here): number => Math.hypot(point.x - other.x, point.y - other.y)
      const between = { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 }
      zoom((crop.zoom * apart(here)) / Math.max(apart(before), 0.01), between)
    } else onMove({ ...crop, x: crop.x + here.x - before.x, y: crop.y + here.y - before.y })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const far = event.shiftKey ? 5 : 1
    const moves: Record<string, () => void> = {
      ArrowLeft: () => onMove({ ...crop, x: crop.x - step * far }),
      ArrowRight: () => onMove({ ...crop, x: crop.x + step * far }),
      ArrowUp: () => onMove({ ...crop, y: crop.y - step * far }),
      ArrowDown: () => onMove({ ...crop, y: crop.y + step * far }),
      '+': () => zoom(crop.zoom * 1.1, { x: 0, y: 0 }),
      '=': () => zoom(crop.zoom * 1.1, { x: 0, y: 0 }),
      '-': () => zoom(crop.zoom / 1.1, { x: 0, y: 0 }),
    }
    if (!moves[event.key]) return
    event.preventDefault()
    moves[event.key]!()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it is one part: an application
    <div
      ref={ref}
      role="application"
      aria-label={t('account.profile.crop')}
      aria-describedby="crop-hint"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the picture
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, placeOf(event))
      }}
      onPointerMove={move}
      onPointerUp={(event) => void pointers.current.delete(event.pointerId)}
      onPointerCancel={(event) => void pointers.current.delete(event.pointerId)}
      onKeyDown={onKeyDown}
      className="relative mx-auto aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-full bg-raised select-none active:cursor-grabbing"
    >
      {children}
    </div>
  )
}
