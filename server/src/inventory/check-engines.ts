import { type Capability, EngineError, type EngineProblem } from '../engines/engines.ts'
import { whyNotReached } from './not-reached.ts'
import type { ConfiguredEngine, Inventory } from './watch-inventory.ts'

const answerTimeout_ms = 30_000

/**
 * Asks every engine what it offers and prints the answer, with a remedy for each problem. Then prints the models that no engine
 * offers and the resolutions that have no price. True without any problem.
 */
export async function checkEngines(
  { catalog, engines }: Pick<Inventory, 'catalog' | 'engines'>,
  hasPrice: (model: string, resolution: string) => Promise<boolean>,
  say: (line: string) => void,
): Promise<boolean> {
  const offered = new Set<string>()
  let isOk = true
  for (const offer of engines) {
    const { lines, models, problems } = await checkEngine(offer)
    for (const line of lines) say(line)
    for (const model of models) offered.add(model)
    if (problems > 0) isOk = false
  }
  for (const { name, sizes } of catalog.models) {
    const wrong = offered.has(name) ? [] : ['no engine offers it now; its tasks wait.']
    for (const resolution of Object.keys(sizes)) {
      if (await hasPrice(name, resolution)) continue
      wrong.push(
        `${resolution} has no price, so nobody can order it. Add one to its prices, or to the price list.`,
      )
    }
    for (const line of wrong) say(`Model ${name}: ${line}`)
    if (wrong.length > 0) isOk = false
  }
  return isOk
}

/** What an engine says of itself now. */
export interface EngineAnswer {
  is_reachable: boolean
  version: string | null
  offers: Capability[]
  problems: EngineProblem[]
}

/** Asks an engine what it offers. One that does not answer has that as its problem; but not one that is started by need. */
export async function askEngine(
  offer: ConfiguredEngine,
  { timeout_ms, explain }: { timeout_ms: number; explain: (error: unknown) => EngineProblem },
): Promise<EngineAnswer> {
  const engine = offer.open()
  try {
    const { offers, problems, version } = await engine.capabilities(AbortSignal.timeout(timeout_ms))
    return { is_reachable: true, version, offers, problems }
  } catch (error) {
    return {
      is_reachable: false,
      version: null,
      offers: [],
      problems: offer.on_demand ? [] : [explain(error)],
    }
  } finally {
    await engine.close()
  }
}

async function checkEngine(
  offer: ConfiguredEngine,
): Promise<{ lines: string[]; models: string[]; problems: number }> {
  const head = `Engine ${offer.name} (${[offer.kind, offer.url].filter(Boolean).join(', ')})`
  const explain = (error: unknown): EngineProblem => {
    const message = error instanceof EngineError ? error.explained : (error as Error).message
    return { model: null, message, remedy: whyNotReached(error).remedy }
  }
  const { is_reachable, version, offers, problems } = await askEngine(offer, {
    timeout_ms: answerTimeout_ms,
    explain,
  })
  if (!is_reachable && offer.on_demand)
    return {
      lines: [`${head}: not reached now; it is started when tasks wait for it`],
      models: [...offer.models],
      problems: 0,
    }
  if (!is_reachable) {
    const [{ message, remedy }] = problems as [EngineProblem]
    return { lines: [`${head}: not reached. ${message}`, `  ${remedy}`], models: [], problems: 1 }
  }
  const said = offers.map(({ model, modes }) => `  offers ${model}: ${modes.join(', ')}`)
  const wrong = problems.flatMap(({ model, message, remedy }) => [
    `  problem${model === null ? '' : ` with ${model}`}: ${message}`,
    `    ${remedy}`,
  ])
  return {
    lines: [`${head}: reached${version === null ? '' : `, version ${version}`}`, ...said, ...wrong],
    models: offers.map(({ model }) => model),
    problems: problems.length,
  }
}
