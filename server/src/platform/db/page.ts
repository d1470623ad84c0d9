import type { SelectQueryBuilder, Simplify } from 'kysely'

/** Counts what `matching` finds and reads one page of it, as `rows` selects and orders it. Beyond the last page it reads nothing. */
export async function countAndPage<DB, From extends keyof DB, JoinedDB, Joined extends keyof JoinedDB, Row>(
  matching: SelectQueryBuilder<DB, From, {}>,
  { page, page_size }: { page: number; page_size: number },
  rows: (query: SelectQueryBuilder<DB, From, {}>) => SelectQueryBuilder<JoinedDB, Joined, Row>,
): Promise<{ total: number; rows: Simplify<Row>[] }> {
  const counted = matching.select((eb) => eb.fn.countAll<number>().as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number }
  const offset = (page - 1) * page_size
  if (offset >= total) return { total, rows: [] }
  return { total, rows: await rows(matching).limit(page_size).offset(offset).execute() }
}
