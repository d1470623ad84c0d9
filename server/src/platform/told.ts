/** What a text says beside its words, by the names in its template. */
export type Params = { [name: string]: string | number }

/** The names that a template has between double braces. */
type NamesOf<Template extends string> = Template extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never
export type ParamsOf<Template extends string> = { [Name in NamesOf<Template>]: string | number }

/** The words of a template. */
export function fill(template: string, params: Params): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name])).trim()
}

/** What is wrong, and what to do about it: templates in English, which the studio has in other languages by their code. */
export interface Wording {
  message: string
  remedy: string
}
