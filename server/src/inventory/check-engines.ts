import { EngineError } from '../engines/engines.ts'
import type { ConfiguredEngine, Inventory } from './watch-engines-file.ts'

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
        `${resolution} has no price, so nobody can order it. Add one to its prices in the engines file.`,
      )
    }
    for (const line of wrong) say(`Model ${name}: ${line}`)
    if (wrong.length > 0) isOk = false
  }
  return isOk
}

async function checkEngine(
  offer: ConfiguredEngine,
): Promise<{ lines: string[]; models: string[]; problems: number }> {
  const head = `Engine ${offer.name} (${[offer.kind, offer.url].filter(Boolean).join(', ')})`
  const engine = offer.open()
  try {
    const { offers, problems, version } = await engine.capabilities(AbortSignal.timeout(answerTimeout_ms))
    const models = offers.map(({ model }) => model)
    const said = offers.map(({ model, modes }) => `  offers ${model}: ${modes.join(', ')}`)
    const wrong = problems.flatMap(({ model, message, remedy }) => [
      `  problem${model === null ? '' : ` with ${model}`}: ${message}`,
      `    ${remedy}`,
    ])
    return {
      lines: [`${head}: reached${version === null ? '' : `, version ${version}`}`, ...said, ...wrong],
      models,
      problems: problems.length,
    }
  } catch (error) {
    if (offer.on_demand)
      return {
        lines: [`${head}: not reached now; it is started when tasks wait for it`],
        models: [...offer.models],
        problems: 0,
      }
    const why = error instanceof EngineError ? error.explained : (error as Error).message
    const lines = [
      `${head}: not reached. ${why}`,
      '  Look whether it runs, and whether its address and port can be reached from here.',
    ]
    return { lines, models: [], problems: 1 }
  } finally {
    await engine.close()
  }
}
