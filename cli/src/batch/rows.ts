import { createHash } from 'node:crypto'
import { Command, InvalidArgumentError, type Option } from 'commander'
import { addChoices, type TaskChoices } from '../choices.ts'
import { Failure } from '../failure.ts'
import { nameAndValue } from '../model-parameters.ts'
import { toPlainText } from '../terminal-text.ts'

/** One video that a file asks for. */
export interface Row {
  /** The first row below the header is 1. */
  number: number
  /** Of its file, without `.mp4`. */
  name: string | undefined
  prompt: string
  choices: TaskChoices
  /** Of everything but the name: another hash is another video. */
  hash: string
}

/** Each row may become a task: no file is that long by intention. */
const most = 1000

/** The columns that are options of `generate`, by name. `--param` is a column per parameter, such as `param.lora`. */
const options = new Map(
  addChoices(new Command())
    .options.filter((option) => option.required && option.long !== '--param')
    .map((option) => [option.long!.slice(2), option]),
)
const columnNames = ['prompt', 'name', ...options.keys(), 'param.NAME']

/** Reads the rows of a CSV file. @throws Failure that names everything wrong. */
export async function readRows(text: string): Promise<Row[]> {
  const { parse, CsvError } = await import('csv-parse/sync')
  let lines: string[][]
  try {
    const [head = ''] = text.split('\n', 1)
    const delimiter = [',', ';', '\t'].find((one) => head.includes(one)) ?? ','
    lines = parse(text, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Failure(2, 'bad_csv', `This is no CSV file: ${error.message}`, { cause: error })
  }
  const [header = [], ...records] = lines
  const columns = header.map((column) => column.toLowerCase().replaceAll('_', '-'))
  checkColumns(columns, header)
  if (records.length === 0) throw new Failure(2, 'no_rows', 'There are no rows below the header.')
  if (records.length > most) {
    const hint = `Split the file: ${most} rows are the most.`
    throw new Failure(2, 'too_many_rows', `There are ${records.length} rows.`, { hint })
  }
  const problems: RowProblem[] = []
  const rows = records.map((cells, at) => toRow(at + 1, columns, cells, problems))
  findDuplicates(rows, problems)
  if (problems.length > 0) throw wrongRows(problems, 2)
  return rows
}

export interface RowProblem {
  row: number
  message: string
}

/** Names the first problems; `--json` has all. */
export function wrongRows(problems: readonly RowProblem[], exit: 1 | 2): Failure {
  const shown = problems.slice(0, 10).map(({ row, message }) => `   row ${row}: ${message}`)
  if (problems.length > shown.length) shown.push(`   and ${problems.length - shown.length} more`)
  const message = `Nothing is submitted, since rows are wrong:\n${shown.join('\n')}`
  return new Failure(exit, 'wrong_rows', message, { details: { problems } })
}

function checkColumns(columns: readonly string[], header: readonly string[]): void {
  const hint = `Columns: ${columnNames.join(', ')}`
  for (const [at, column] of columns.entries()) {
    const isKnown =
      column === 'prompt' || column === 'name' || options.has(column) || /^param\.\S/.test(column)
    const said = toPlainText(header[at]!)
    if (!isKnown) throw new Failure(2, 'unknown_column', `There is no column "${said}".`, { hint })
    if (columns.indexOf(column) !== at)
      throw new Failure(2, 'column_twice', `The column "${said}" is there twice.`)
  }
  if (!columns.includes('prompt'))
    throw new Failure(2, 'no_prompts', 'There is no column "prompt".', { hint })
}

function toRow(
  number: number,
  columns: readonly string[],
  cells: readonly string[],
  problems: RowProblem[],
): Row {
  const given = columns.map((column, at) => [column, cells[at]!] as const).filter(([, cell]) => cell !== '')
  const cellOf = (name: string) => given.find(([column]) => column === name)?.[1]
  // Sound: each option puts the type that it parses to under its own name.
  const choices = {} as TaskChoices & Record<string, unknown>
  for (const [column, cell] of given) {
    try {
      if (column.startsWith('param.')) {
        choices.param = nameAndValue(`${column.slice('param.'.length)}=${cell}`, choices.param)
      } else if (options.has(column)) {
        const option = options.get(column)!
        choices[option.attributeName()] = parseCell(option, cell)
      }
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      problems.push({ row: number, message: `${column}: ${error.message}` })
    }
  }
  const prompt = cellOf('prompt') ?? ''
  if (!prompt) problems.push({ row: number, message: 'prompt: There is none.' })
  const name = cellOf('name')?.replace(/\.mp4$/i, '')
  // eslint-disable-next-line no-control-regex
  if (name !== undefined && (/[/\\:*?"<>|\u0000-\u001f]|^\./.test(name) || Buffer.byteLength(name) > 200)) {
    problems.push({ row: number, message: `name: No file can be called ${toPlainText(name)}.` })
  }
  const content = given.filter(([column]) => column !== 'name').toSorted(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
  return { number, name, prompt, choices, hash }
}

function parseCell(option: Option, cell: string): unknown {
  if (option.parseArg) return option.parseArg(cell, undefined)
  return cell
}

function findDuplicates(rows: readonly Row[], problems: RowProblem[]): void {
  const names = new Map<string, number>()
  for (const { number, name } of rows) {
    if (name === undefined) continue
    // Some file systems do not tell capitals apart.
    const first = names.get(name.toLowerCase())
    if (first !== undefined) problems.push({ row: number, message: `name: Row ${first} has it already.` })
    else names.set(name.toLowerCase(), number)
  }
}
