import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from './product.ts'

/** The link of the newest mail of this kind that the product wrote into its folder, once there are `count` of them. */
export async function mailedLink(
  { data_dir }: { data_dir: string },
  template: string,
  count = 1,
): Promise<string> {
  const folder = join(data_dir, 'mail')
  const list = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((file) => file.includes(`-${template}-`)).toSorted()
  const files = await until(list, ({ length }) => length >= count)
  const text = await readFile(join(folder, files.at(-1)!), 'utf8')
  const [link] = /https?:\/\/\S+#t=[\w-]+/.exec(text) ?? []
  if (link === undefined) throw new Error(`There is no link in ${template}`)
  return link
}
