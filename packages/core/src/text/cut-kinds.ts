import { genericConcept, isArticle, JOINED_KINDS } from './generic-words.ts'
import { isSpaceless } from './script.ts'

/** What is left beside a kind of one character (`店`), which ends words of every kind. */
const LEFT_BESIDE_ONE = 2
/** A mark at the beginning: it belongs to the letter before it, so no word begins there. */
const MARK_PATTERN = /^\p{M}/u
/**
 * What a brand and its branch stand around: `如家酒店上海虹桥`.
 * linear: words of a list, each at most ten characters, and nothing that repeats.
 */
const WITHIN_PATTERN = new RegExp(`(${JOINED_KINDS.within.join('|')})(?!\\p{M})`, 'u')

/**
 * Cuts the kind of place out of a word in a script without spaces, at its beginning and end and, of hotels, within it,
 * the longest first: `北京国际大酒店` is `北京国际` and `大酒店`. Something is always left; a word that is a kind as a
 * whole stays one.
 *
 * The words are a list by hand and not those of a dictionary, because names must be cut alike by every version of the
 * platform.
 */
export function cutKinds(word: string): string[] {
  if (!isSpaceless(word)) return [word]
  const before: string[] = []
  const after: string[] = []
  let rest = word
  for (let kind = kindAt(rest, 'last'); kind !== undefined; kind = kindAt(rest, 'last')) {
    after.unshift(kind)
    rest = rest.slice(0, -kind.length)
  }
  for (let kind = kindAt(rest, 'first'); kind !== undefined; kind = kindAt(rest, 'first')) {
    before.push(kind)
    rest = rest.slice(kind.length)
  }
  const within = isKind(rest) ? [rest] : rest.split(WITHIN_PATTERN).filter((part) => part !== '')
  return [...before, ...within, ...after]
}

function kindAt(word: string, end: 'first' | 'last'): string | undefined {
  if (isKind(word)) return undefined
  return JOINED_KINDS[end].find((kind) => {
    if (word.length < kind.length + (kind.length === 1 ? LEFT_BESIDE_ONE : 1)) return false
    return end === 'first' ? word.startsWith(kind) && !MARK_PATTERN.test(word.slice(kind.length)) : word.endsWith(kind)
  })
}

function isKind(word: string): boolean {
  return isArticle(word) || genericConcept(word) !== undefined
}
