import { fill, type ParamsOf } from '../platform/told.ts'
import { findingTexts, type FindingCode } from './texts.ts'

export type { FindingCode } from './texts.ts'
export const findingCodes = Object.keys(findingTexts) as FindingCode[]

/** What an operator should change. */
export interface Finding {
  code: string
  /** `now`: something is broken, or will be lost. `soon`: it goes well until it does not. */
  severity: 'now' | 'soon'
  /** What it is about: a table, a setting, a worker; null where there is only one. */
  subject: string | null
  /** One sentence. */
  message: string
  /** What to do. */
  remedy: string
}

type Texts = typeof findingTexts

/** A finding in words. */
export function found<Code extends FindingCode>(
  code: Code,
  subject: string | null,
  params: ParamsOf<Texts[Code]['message'] | Texts[Code]['remedy']>,
  severity: Finding['severity'] = findingTexts[code].severity,
): Finding {
  const { message, remedy } = findingTexts[code]
  return {
    code,
    severity,
    subject,
    message: fill(message, params),
    remedy: fill(remedy, params),
  }
}

/** The worst first. */
export const inOrder = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => Number(a.severity === 'soon') - Number(b.severity === 'soon'))

/** 0: nothing to do. 1: something soon. 2: something now. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ severity }) => severity === 'now')) return 2
  return findings.length > 0 ? 1 : 0
}
