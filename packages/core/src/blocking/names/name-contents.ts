import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, NameWord, RecordFeatures } from '../../features/record-features.ts'
import { genericConcept } from '../../text/generic-words.ts'
import { isSpaceless } from '../../text/script.ts'
import { isTitleWord } from '../../text/title-words.ts'
import { rareWordBits, wordBits } from '../../text/word-table.ts'
import { lowestGrams } from './name-grams.ts'

const MAX_WORDS = 3
/** Minimum bits of a word that can be a key alone. Words with fewer bits occur in dozens of records of one city. */
const MIN_RARE_BITS = 9

/**
 * Maximum rank at which words of scripts without spaces are split into pieces. A brand may be part of such a word too.
 */
const MAX_JOINED_RANK = 1

export type Reach = 'near' | 'city'

/** A word with its rank. The rank shows how well the word distinguishes a place from its neighbours; rank 0 is best. */
interface RankedWord {
  readonly text: string
  readonly hash: number
  readonly rank: number
  readonly bits: number
}

/**
 * Returns the parts of a record's names from which its keys are computed, by the shipped word table:
 *
 *   name          each of up to three rare words. Without a rare word: each pair of its three rarest words, or its
 *                 only word
 *   other names   the rarest word of each name, or the pair of its two rarest words
 *
 * Suppliers split words of scripts without spaces in different ways, so such words count in pieces. In such a name,
 * each of the three pieces with the lowest hashes replaces a rare word. With reach `city`, pairs of three shorter
 * pieces replace the rare words.
 *
 * Common words count in pairs because a single one (`opera`, `beach`) occurs in a tenth of a city's records.
 *
 * @param otherNames - Number of other names that count.
 * @param reach - Area in which the keys compete with other records: a few streets or a city.
 * @returns An empty list for a record without a name.
 */
export function nameContents(features: RecordFeatures, otherNames: number, reach: Reach): string[] {
  const [name, ...others] = features.names
  if (name === undefined) return []
  const contents = new Set(contentsOf(name, features, reach, MAX_WORDS))
  for (const other of others.slice(0, otherNames)) {
    for (const each of contentsOf(other, features, reach, 1)) contents.add(each)
  }
  return [...contents]
}

/**
 * Returns the content of keys from the whole name: its words without articles and generic words, in any order. A second
 * content omits the own city, which suppliers add, omit or translate.
 *
 * @returns An empty list without a name.
 */
export function wholeNameContents({ names: [name] }: RecordFeatures): string[] {
  if (name === undefined) return []
  const core = name.words.filter(({ kind }) => kind !== 'article' && kind !== 'generic')
  const bare = core.filter(({ ofCity }) => !ofCity)
  const contents = [core.length > 0 ? core : name.words, ...(bare.length > 0 ? [bare] : [])].map((words) => {
    const hashes = new Set(words.map(({ hash }) => hash))
    return `n:${[...hashes].sort((a, b) => a - b).join(',')}`
  })
  return [...new Set(contents)]
}

/**
 * Returns the key contents of one name.
 *
 * @param maxKeys - Maximum number of keys from one name.
 */
function contentsOf(name: NameFeatures, features: RecordFeatures, reach: Reach, maxKeys: number): string[] {
  const words = informativeWords(name, features)
  const joined = words.filter(
    ({ rank, text }) => rank <= MAX_JOINED_RANK && isSpaceless(text) && genericConcept(text) === undefined,
  )
  const rare = words.filter(({ rank, bits, text }) => rank === 0 && bits >= MIN_RARE_BITS && !isSpaceless(text))
  if (joined.length > 0) {
    const others = rare.slice(0, maxKeys - 1).map(({ hash }) => `w:${hash}`)
    return [...others, ...gramContents(joined, reach).slice(0, maxKeys - others.length)]
  }
  if (rare.length > 0) return rare.slice(0, maxKeys).map(({ hash }) => `w:${hash}`)
  const [first, second, third] = words.slice(0, MAX_WORDS)
  if (first === undefined) return []
  if (second === undefined) return [`w:${first.hash}`]
  const pairs = [pairOf(first, second)]
  if (third !== undefined) pairs.push(pairOf(first, third), pairOf(second, third))
  return pairs.slice(0, maxKeys)
}

/**
 * Returns the contents of pieces. With reach `near`, a key needs one piece. With reach `city`, a key needs two short
 * pieces, so the order of the parts of a name does not matter.
 */
function gramContents(joined: readonly RankedWord[], reach: Reach): string[] {
  const texts = joined.map(({ text }) => text)
  if (reach === 'near') return lowestGrams(texts, 'long', MAX_WORDS).map((gram) => `g:${gram}`)
  const [first, second, third] = lowestGrams(texts, 'short', MAX_WORDS)
  if (second === undefined) return [`g:${first}`]
  const pairs = [`x:${first}:${second}`]
  return third === undefined ? pairs : [...pairs, `x:${first}:${third}`, `x:${second}:${third}`]
}

function pairOf({ hash: a }: RankedWord, { hash: b }: RankedWord): string {
  return `v:${Math.min(a, b)}:${Math.max(a, b)}`
}

interface InformativeWords {
  readonly group: RecordFeatures['group']
  readonly words: readonly RankedWord[]
}

/** Cache of the informative words: each record needs them for reach `near` and for reach `city`. */
const informativeWordsOf = new CachedValue<NameFeatures, InformativeWords>()

/**
 * Returns the distinct words of a name, best first; ties are sorted by hash. Cities, generic words and articles count
 * only in a name without other words.
 */
function informativeWords(name: NameFeatures, { group }: RecordFeatures): readonly RankedWord[] {
  const known = informativeWordsOf.get(name)
  if (known?.group === group) return known.words
  const ranked = name.words
    .map((word): RankedWord => {
      const { text, hash, kind } = word
      return { text, hash, rank: rankOf(word, group), bits: kind === 'rare' ? rareWordBits(text) : wordBits(text) }
    })
    .sort((a, b) => a.rank - b.rank || b.bits - a.bits || a.hash - b.hash)
  const distinct = ranked.filter(({ hash }, at) => ranked.findIndex((other) => other.hash === hash) === at)
  const worst = Math.max(2, Math.min(...distinct.map(({ rank }) => rank)))
  const words = distinct.filter(({ rank }) => rank <= worst)
  informativeWordsOf.set(name, { group, words })
  return words
}

function rankOf({ kind, text, ofBrand, ofCity }: NameWord, group: RecordFeatures['group']): number {
  if (kind === 'article') return 5
  if (kind === 'generic') return 4
  if (ofCity) return 3
  if (kind === 'number') return 2
  // The name of a transfer consists of its two ends, so `cruise port` and `beach` identify the transfer.
  return ofBrand || (group !== 'transfer' && isTitleWord(text)) ? 1 : 0
}
