import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, NameWord } from '../../features/record-features.ts'
import { scriptGroupsOf, scriptsOfGroups } from '../../text/script.ts'
import { isCore } from './name-words.ts'

/** The precomputed spelling of a name: one name is compared many times. */
export interface Spelling {
  /** 32-bit hashes of all trigrams including word boundaries, ascending, with duplicates. */
  readonly trigrams: readonly number[]
  /** The scripts of the name, and the scripts of its core words without numbers, as bits. */
  readonly scripts: number
  readonly coreScripts: number
}

const spellings = new CachedValue<NameFeatures, Spelling>()

/** Returns false if two names have no script in common: their spelling cannot be compared then. */
export function isOneScript({ scripts: one }: Spelling, { scripts: other }: Spelling): boolean {
  return overlap(one, other)
}

/**
 * Reports whether the core words of two names have a script in common. `東横` and `Toyoko` share no letters, but this is
 * no evidence. Generic words do not count, because the word table has them in many languages.
 */
export function isOneCoreScript(a: NameFeatures, b: NameFeatures): boolean {
  return overlap(spellingOf(a).coreScripts, spellingOf(b).coreScripts)
}

/** Reports whether two sets of scripts overlap. A text without letters matches every script. */
function overlap(scripts: number, others: number): boolean {
  return scripts === 0 || others === 0 || (scripts & others) !== 0
}

/** Returns the spelling of the words of a name, in order. */
export function spellingOf(name: NameFeatures): Spelling {
  const known = spellings.get(name)
  if (known !== undefined) return known
  let [writings, coreWritings] = [0, 0]
  for (const word of name.words) {
    const own = scriptGroupsOf(word.text)
    writings |= own
    if (isCore(word)) coreWritings |= own
  }
  const spelling = {
    trigrams: trigramsIn(name.words),
    scripts: scriptsOfGroups(writings),
    coreScripts: scriptsOfGroups(coreWritings),
  }
  spellings.set(name, spelling)
  return spelling
}

const SPACE = 0x20

function trigramsIn(words: readonly NameWord[]): number[] {
  let length = 1
  for (const { text } of words) length += text.length + 1
  if (words.length === 0) length++
  // Creating a typed array takes longer than filling this list.
  const trigrams = new Array<number>(Math.max(0, length - 2))
  let [count, before, last] = [0, -1, SPACE]
  for (const { text } of words) {
    for (let at = 0; at <= text.length; at++) {
      const unit = at === text.length ? SPACE : text.charCodeAt(at)
      if (before >= 0) trigrams[count++] = trigramOf(before, last, unit)
      before = last
      last = unit
    }
  }
  return sorted(trigrams)
}

export function trigramOf(first: number, second: number, third: number): number {
  const pair = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  return pair ^ Math.imul(third, 0xc2b2ae35)
}

/** Maximum length at which insertion sort is faster than the built-in sort. */
const MAX_INSERTION_SORT = 48

function sorted(list: number[]): number[] {
  if (list.length > MAX_INSERTION_SORT) return list.sort((a, b) => a - b)
  for (let at = 1; at < list.length; at++) {
    const value = list[at] as number
    let to = at
    for (; to > 0 && (list[to - 1] as number) > value; to--) list[to] = list[to - 1] as number
    list[to] = value
  }
  return list
}
