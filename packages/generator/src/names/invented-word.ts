import type { Language } from '../languages/language.ts'
import type { Random } from '../random.ts'
import { type NameWord, nameWord } from './name-word.ts'

/** Syllables between the first and the last as weights: so few that in a feed of 20,000 two thirds to three quarters of the words occur once, as in real ones. */
const MIDDLES: readonly (readonly [count: number, weight: number])[] = [
  [0, 54],
  [1, 38],
  [2, 8],
]

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A word that no dictionary has, in the sound of a language. */
export function inventWord(random: Random, language: Language): NameWord {
  const syllables = [random.pick(language.starts)]
  // Two kana alone spell too many real words.
  const fewest = language.code === 'ja' ? 1 : 0
  const middles = Math.max(fewest, random.weighted(MIDDLES))
  for (let i = 0; i < middles; i++) syllables.push(random.pick(language.middles))
  syllables.push(random.pick(language.ends))
  let latin = ''
  let local = ''
  for (const syllable of syllables) {
    const [sound = syllable, letters = ''] = syllable.split('|')
    latin += sound
    local += letters
  }
  const text = capital(latin.toLowerCase())
  return nameWord('core', local === '' ? text : `${text}|${capital(local.toLowerCase())}`)
}

/** The same as plain Latin text, for streets, companies and operators. */
export function inventText(random: Random, language: Language): string {
  return inventWord(random, language).text
}

/** A pattern such as `Rue {x}` with an invented word in it; inside a compound (`{x}straße`) too. */
export function fillPattern(random: Random, language: Language, pattern: string): string {
  return pattern.replace('{x}', inventText(random, language))
}
