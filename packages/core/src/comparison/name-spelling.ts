import type { NameFeatures } from '../features/record-features.ts'

/** What is worked out once of a name that is compared again and again. */
interface Spelling {
  /** 32-bit hashes of every three characters in a row, word ends included, ascending, as often as they stand in it. */
  readonly trigrams: Int32Array
  readonly script: 'latin' | 'other' | 'mixed'
}

const spellings = new WeakMap<NameFeatures, Spelling>()
const LATIN_PATTERN = /\p{Script=Latin}/u
const OTHER_PATTERN = /[^\p{Script=Latin}\p{N}\p{M}\p{Script=Common}]/u

/** False when one name is in Latin letters alone and the other in none of them: nothing can be shared then. */
export function isOneScript({ script: one }: Spelling, { script: other }: Spelling): boolean {
  return one === other || one === 'mixed' || other === 'mixed'
}

/** The spelling of a name's words in order. */
export function spellingOf(name: NameFeatures): Spelling {
  const known = spellings.get(name)
  if (known !== undefined) return known
  const text = name.words.map((word) => word.text).join(' ')
  const spelling = { trigrams: trigramsIn(` ${text} `), script: scriptOf(text) }
  spellings.set(name, spelling)
  return spelling
}

function scriptOf(text: string): Spelling['script'] {
  const hasLatin = LATIN_PATTERN.test(text)
  return OTHER_PATTERN.test(text) ? (hasLatin ? 'mixed' : 'other') : hasLatin ? 'latin' : 'mixed'
}

function trigramsIn(text: string): Int32Array {
  const trigrams = new Int32Array(Math.max(0, text.length - 2))
  for (let at = 0; at < trigrams.length; at++) {
    const pair = Math.imul(text.charCodeAt(at), 0x9e3779b1) ^ Math.imul(text.charCodeAt(at + 1), 0x85ebca6b)
    trigrams[at] = pair ^ Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35)
  }
  return trigrams.sort()
}
