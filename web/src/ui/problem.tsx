/** What is wrong with a server or a model of it, and how to mend it. */
export function Problem({
  model = null,
  message,
  remedy,
}: {
  model?: string | null
  message: string
  remedy: string
}) {
  return (
    <div className="border-l-2 border-bad pl-3 text-sm break-words">
      <p>{model === null ? message : `${model}: ${message}`}</p>
      <p className="text-soft">{remedy}</p>
    </div>
  )
}

export function Problems({ problems }: { problems: readonly Parameters<typeof Problem>[0][] }) {
  return problems.map((problem) => <Problem key={`${problem.model}${problem.message}`} {...problem} />)
}
