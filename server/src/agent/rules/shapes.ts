import type { Slot } from './lexicon.ts'

/** The prompt style of a family of video models. */
export interface Shape {
  family: 'general' | 'wan' | 'hunyuan' | 'ltx'
  /** The order of additions, after the user's words. */
  order: readonly Slot[]
  /** Longer prompts get no additions. In Chinese two characters count as a word. */
  max_words: number
  /** Whether additions are whole sentences instead of phrases. */
  prose: boolean
  /** Advice for a language model. */
  advice: string
}

// Lengths and order from the authors' own prompt guides: Wan asks for 80 to 120 words, HunyuanVideo reads 256 tokens, LTX wants
// one flowing paragraph of at most 200 words that begins with the action.
const shapes: Record<Shape['family'], Shape> = {
  general: {
    family: 'general',
    order: ['detail', 'scene', 'light', 'shot', 'motion', 'camera', 'mood'],
    max_words: 120,
    prose: false,
    advice:
      'Write 50 to 120 words in this order: subject, scene, light, lens and shot size, motion, camera, mood.',
  },
  wan: {
    family: 'wan',
    order: ['detail', 'scene', 'motion', 'light', 'shot', 'camera', 'mood'],
    max_words: 120,
    prose: false,
    advice:
      'The prompt is for Wan: 80 to 120 words, subject with its look, scene, motion, then light, shot size, camera movement and style in the words of a cinematographer.',
  },
  hunyuan: {
    family: 'hunyuan',
    order: ['detail', 'scene', 'motion', 'camera', 'mood', 'light', 'shot'],
    max_words: 100,
    prose: false,
    advice:
      'The prompt is for HunyuanVideo: at most 100 words in this order: subject, scene, motion, camera movement, atmosphere, lighting, shot size.',
  },
  ltx: {
    family: 'ltx',
    order: ['motion', 'detail', 'scene', 'shot', 'camera', 'light', 'mood'],
    max_words: 180,
    prose: true,
    advice:
      'The prompt is for LTX: one flowing paragraph of at most 180 words in the present tense, that begins with the action, then movements, looks, background, camera and light. No list of keywords.',
  },
}

/** The style by model name; unknown models get what all of them accept. */
export function shapeOf(model: string | undefined): Shape {
  const name = model?.toLowerCase() ?? ''
  if (name.includes('hunyuan')) return shapes.hunyuan
  if (name.includes('ltx')) return shapes.ltx
  return /(?:^|[^a-z])wan/.test(name) ? shapes.wan : shapes.general
}
