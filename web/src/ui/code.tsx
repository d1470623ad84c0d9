import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Segments } from './segments.tsx'

/** The same call in several languages, one at a time. */
export function Code({ label, versions }: { label: string; versions: Record<string, string> }) {
  const names = Object.keys(versions)
  const [chosen, setChosen] = useState(names[0]!)
  const text = versions[chosen] ?? versions[names[0]!]!
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        {names.length > 1 ? (
          <Segments
            label={label}
            value={chosen}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={setChosen}
          />
        ) : (
          <span className="text-xs text-faint">{label}</span>
        )}
        <CopyButton text={text} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it */}
      <pre
        tabIndex={0}
        className="overflow-x-auto rounded-control bg-surface p-4 font-mono text-xs leading-5"
      >
        <code>{text}</code>
      </pre>
    </div>
  )
}
