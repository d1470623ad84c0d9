import { type Told, useTold } from '../lib/told.ts'

/** What is wrong with a server or a model of it, and how to mend it. */
export function Problem({ model = null, ...problem }: Told & { model?: string | null }) {
  const { message, remedy, lang } = useTold()(problem)
  return (
    <div className="border-l-2 border-bad pl-3 text-sm break-words" lang={lang}>
      <p>{model === null ? message : `${model}: ${message}`}</p>
      <p className="text-soft">{remedy}</p>
    </div>
  )
}

export function Problems({ problems }: { problems: readonly Parameters<typeof Problem>[0][] }) {
  return problems.map((problem) => <Problem key={`${problem.model}${problem.message}`} {...problem} />)
}
