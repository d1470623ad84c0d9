import { parsePrompt } from './parse.ts'

// Which things of a prompt are not in its picture. The lexicons know what can be drawn, and not what else is a thing: of the words
// that they do not know, those are left out that plainly name none.

const noThings = new Set(
  `about after again all almost alone also although always am an another any anyone anything around as asks at away back be because
  been before being best better both but can clean close come comes cozy cosy could cute dim do does doing done dramatic during each
  early either elegant else empty epic even ever every everyone everything fancy few fine first forever freshly friendly funny
  get gets go goes good great happy has have having he head held her here hers high him himself his hold holds home hot how i if
  inside into intense just keep keeps kind last late leads leaves less let like likes little live lives long look looks lot low made make makes
  many may me medium mid might mine more most much must my mysterious near never new nice no nobody none nor not nothing now off often
  ok once one only onto other others our out outside over own per perhaps plain please pure put quite rather ready real rich right romantic
  round sad same says see seen sees several shallow shall sharp she should show shows side simple since so some someone something
  somewhere soon starts stay stays such sun takes takes than that their them then these they things think those though time times
  together too top towards toward turn turns under until up upon us use used uses using very vibrant vivid wants was watch watches way we
  well went were what when where which who whole whose why will wind wise with within without wonderful would yet you young your yourself
  ancient antique bare beloved bokeh bright brilliant busy closeup colorful colourful composition cool crisp crowded dark deep depth
  dense dry dusty eating fantasy field fresh frozen giant glossy gorgeous hand handsome heavy hyperrealistic idyllic illustration
  lens lush luxurious macro magnificent mood moody narrow natural noble open ornate pastel perfect photo photograph photography
  picture picturesque plump portrait proud quality rough round rural rustic sad scenic shadow shadows shape sharp shiny short silent
  sleepy slender small smooth sparse spectacular spicy steep strong stunning sweet tasty texture thick thin traditional tropical
  ultra unreal vast vintage wild wooden woven young`.split(/\s+/),
)
/** Adverbs, and what somebody does or has undergone. */
const ending = /(?:ly|ing|ed|less|ful|ous|est)$/
/** Chinese marks no kind of word; one sign alone is rarely a thing of its own. */
const shortest = { latin: 3, han: 2 }

/** Answers that are kept: who waits for a video asks again and again, and a long prompt takes milliseconds. */
const mostKept = 200
const kept = new Map<string, readonly string[]>()

/** The things that a prompt names and its picture does not show, in the prompt's words and order, each once. */
export function notDrawn(prompt: string): string[] {
  const things = kept.get(prompt) ?? findNotDrawn(prompt)
  if (!kept.has(prompt) && kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(prompt, things)
  return [...things]
}

function findNotDrawn(prompt: string): readonly string[] {
  const { unmatched, beyond } = parsePrompt(prompt)
  const unknown = unmatched.filter((word) =>
    /[a-z0-9]/.test(word)
      ? word.length >= shortest.latin && !/^\d/.test(word) && !noThings.has(word) && !ending.test(word)
      : word.length >= shortest.han,
  )
  return [...new Set([...unknown, ...beyond])]
}
