import { CopyButton } from './copy-button.tsx'

/** A secret that is shown once, to copy. */
export function Secret({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-center gap-2 rounded-control border border-accent py-1 pr-1 pl-3">
      <code aria-label={label} className="min-w-0 flex-1 font-mono text-sm break-all select-all">
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  )
}
