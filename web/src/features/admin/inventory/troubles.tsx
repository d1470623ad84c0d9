import type { Trouble } from './inventory.ts'

/** What is wrong with a server, and how to mend it. */
export function Troubles({ problems }: { problems: readonly Trouble[] }) {
  return problems.map(({ model, message, remedy }) => (
    <div key={`${model}${message}`} className="border-l-2 border-bad pl-3 text-sm">
      <p>{model === null ? message : `${model}: ${message}`}</p>
      <p className="text-soft">{remedy}</p>
    </div>
  ))
}
