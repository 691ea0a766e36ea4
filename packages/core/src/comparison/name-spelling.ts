import { DerivedFact } from '../features/derived-facts.ts'
import type { NameFeatures } from '../features/record-features.ts'
import { scriptsOf } from '../text/script.ts'
import { isCore } from './name-words.ts'

/** What is worked out once of a name that is compared again and again. */
interface Spelling {
  /** 32-bit hashes of every three characters in a row, word ends included, ascending, as often as they stand in it. */
  readonly trigrams: Int32Array
  /** In which scripts it is written, as bits; and its core words, without numbers. */
  readonly scripts: number
  readonly coreScripts: number
}

const spellings = new DerivedFact<NameFeatures, Spelling>()

/** False when two names have no script in common: how they are spelt cannot be compared then. */
export function isOneScript({ scripts: one }: Spelling, { scripts: other }: Spelling): boolean {
  return overlap(one, other)
}

/**
 * The same for their core words: that `東横` and `Toyoko` have nothing in common tells nothing. Generic words are known in
 * many languages, and stand beside a core of any script.
 */
export function isOneCoreScript(a: NameFeatures, b: NameFeatures): boolean {
  return overlap(spellingOf(a).coreScripts, spellingOf(b).coreScripts)
}

/** What has no letters belongs to every script. */
function overlap(scripts: number, others: number): boolean {
  return scripts === 0 || others === 0 || (scripts & others) !== 0
}

/** The spelling of a name's words in order. */
export function spellingOf(name: NameFeatures): Spelling {
  const known = spellings.get(name)
  if (known !== undefined) return known
  const text = name.words.map((word) => word.text).join(' ')
  const core = name.words.filter(isCore).map((word) => word.text)
  const spelling = {
    trigrams: trigramsIn(` ${text} `),
    scripts: scriptsOf(text),
    coreScripts: scriptsOf(core.join(' ')),
  }
  spellings.set(name, spelling)
  return spelling
}

function trigramsIn(text: string): Int32Array {
  const trigrams = new Int32Array(Math.max(0, text.length - 2))
  for (let at = 0; at < trigrams.length; at++) {
    const pair = Math.imul(text.charCodeAt(at), 0x9e3779b1) ^ Math.imul(text.charCodeAt(at + 1), 0x85ebca6b)
    trigrams[at] = pair ^ Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35)
  }
  return trigrams.sort()
}
