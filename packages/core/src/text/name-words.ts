import { LRUCache } from 'lru-cache'
import { expandNameWord } from './abbreviations.ts'
import { cutKinds } from './cut-kinds.ts'
import { fold } from './fold.ts'
import { isSpaceless, splitAtScriptChange } from './script.ts'

const BED_AND_BREAKFAST_PATTERN = /\b(?:b ?(?:n |and |und |y |et |& ?)?b|bed (?:and |n |& ?)?breakfast)\b/g
/** A pattern for a classification such as "4 star" or "3 étoiles", which is not part of the name. */
const STARS_PATTERN = /\b[1-7] (?:stars?|etoiles?|estrellas?|sterne?|stelle|sterren)\b/g

/** A cache of words by name: the same name is split for features, search terms and word counts of its record. */
const recent = new LRUCache<string, readonly string[]>({ max: 4_000 })

/**
 * Returns the folded words of a name with expanded abbreviations. Words of scripts without spaces are split at changes
 * of script and around the kind of place.
 */
export function nameWords(name: string): readonly string[] {
  let words = recent.get(name)
  if (words === undefined) {
    words = splitIntoWords(name)
    recent.set(name, words)
  }
  return words
}

function splitIntoWords(name: string): string[] {
  const folded = fold(name.replace(/&/g, ' & ')).replace(BED_AND_BREAKFAST_PATTERN, 'bnb').replace(STARS_PATTERN, ' ')
  const words: string[] = []
  for (const word of folded.split(' ')) {
    if (word === '') continue
    if (isSpaceless(word)) words.push(...splitAtScriptChange(word).flatMap(cutKinds))
    else words.push(...expandNameWord(word).split(' '))
  }
  return words
}
