import { diffWords } from 'diff'

/** What was added and what is gone, word by word; also where words have no spaces between them. */
export function WordDiff({
  before,
  after,
  language = null,
}: {
  before: string
  after: string
  /** A tag, where it is known. */
  language?: string | null
}) {
  const intlSegmenter = new Intl.Segmenter(language ?? undefined, { granularity: 'word' })
  return (
    <p className="max-h-60 overflow-y-auto text-sm whitespace-pre-wrap" lang={language ?? undefined}>
      {diffWords(before, after, { intlSegmenter }).map(({ value, added, removed }, index) =>
        added ? (
          <ins key={index} className="text-good decoration-good/50 underline-offset-3">
            {value}
          </ins>
        ) : removed ? (
          <del key={index} className="text-faint">
            {value}
          </del>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
    </p>
  )
}
