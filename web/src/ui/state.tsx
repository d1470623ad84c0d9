import type { ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'busy' | 'off'

const tones: Record<Tone, string> = {
  good: 'bg-good',
  bad: 'bg-bad',
  busy: 'bg-accent',
  off: 'bg-faint',
}

/** How something is, in one word; the colour says it again. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${tones[tone]}`} />
      <span className={tone === 'bad' ? 'text-bad' : tone === 'off' ? 'text-soft' : ''}>{children}</span>
    </span>
  )
}
