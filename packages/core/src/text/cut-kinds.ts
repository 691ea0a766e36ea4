import { genericConcept, isArticle, JOINED_KINDS } from './generic-words.ts'
import { isSpaceless } from './script.ts'

/**
 * The minimum number of characters that remain next to a kind of one character (`店`). Such a kind ends many unrelated
 * words.
 */
const MIN_REST_LENGTH = 2
/** A pattern for a mark at the start. A mark belongs to the letter before it, so no word starts with a mark. */
const MARK_PATTERN = /^\p{M}/u
/**
 * A pattern for kinds between a brand and its branch: `如家酒店上海虹桥`.
 *
 * linear: words of a list, each at most ten characters, without repetition.
 */
const WITHIN_PATTERN = new RegExp(`(${JOINED_KINDS.within.join('|')})(?!\\p{M})`, 'u')

/**
 * Separates the kind of place from a word in a script without spaces. The function looks for kinds at the start and the
 * end of the word and, for hotels, within the word. The longest kind comes first. `北京国际大酒店` becomes `北京国际` and `大酒店`.
 * Some text always remains, so a word that is only a kind stays whole.
 *
 * The list is maintained by hand instead of a dictionary, because all versions of the platform must split names
 * equally.
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
    if (word.length < kind.length + (kind.length === 1 ? MIN_REST_LENGTH : 1)) return false
    return end === 'first' ? word.startsWith(kind) && !MARK_PATTERN.test(word.slice(kind.length)) : word.endsWith(kind)
  })
}

function isKind(word: string): boolean {
  return isArticle(word) || genericConcept(word) !== undefined
}
