import { fill, type Params, type ParamsOf } from '../platform/told.ts'

/** What a look at a server says, by the code of the text, which is stable. */
export const probeTexts = {
  server: '{{server}}',
  can_run: 'can run {{graphs}}',
  can_enhance: 'can enhance videos with {{graph}}',
  runs: 'runs {{model}}',
  model_guessed:
    'Nothing is known of {{model}}: its modes, sizes, rate, lengths and price are a guess. Compare them with its model card.',
  task_from_path: 'The server does not tell its task; {{task}} is read from its path.',
  task_guessed: 'The server does not tell its task; {{task}} is a guess.',
  proof_only: 'No model file for a built-in graph is there: solid-color proves the line, without a model.',
} as const

type Texts = typeof probeTexts

/** A sentence in English, and for other languages. */
export interface ProbeText {
  message: string
  text: string
  params: Params
}

export function told<Text extends keyof Texts>(text: Text, params: ParamsOf<Texts[Text]>): ProbeText {
  return { message: fill(probeTexts[text], params), text, params }
}
