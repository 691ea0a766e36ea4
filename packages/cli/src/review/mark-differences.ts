import { fold } from '@utpid/core/scoring'
import type { Piece } from './styled-text.ts'

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * Marks the words in each of two texts that the other text lacks. Case, accents and order do not matter. Texts without
 * a common word are marked as a whole.
 */
export function markDifferences(left: string, right: string): readonly [Piece[], Piece[]] {
  const [leftWords, rightWords] = [countWords(left), countWords(right)]
  const haveCommon = [...leftWords.keys()].some((word) => rightWords.has(word))
  if (!haveCommon) return [wholly(left), wholly(right)]
  return [markMissing(left, rightWords), markMissing(right, leftWords)]
}

/** Marks the whole text as one difference. */
function wholly(text: string): Piece[] {
  return text === '' ? [] : [{ text, style: 'differs' }]
}

/** Returns the words of a text as the registry compares them. */
export function foldedWords(text: string): string[] {
  return [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [fold(segment)] : []))
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of foldedWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** A word that occurs twice on one side and once on the other differs once. */
function markMissing(text: string, there: ReadonlyMap<string, number>): Piece[] {
  const left = new Map(there)
  const pieces: Piece[] = []
  for (const { segment, isWordLike } of WORDS.segment(text)) {
    const word = isWordLike === true ? fold(segment) : undefined
    const count = word === undefined ? 1 : (left.get(word) ?? 0)
    if (word !== undefined && count > 0) left.set(word, count - 1)
    const style = count > 0 ? 'plain' : 'differs'
    const last = pieces.at(-1)
    if (last?.style === style) pieces[pieces.length - 1] = { text: last.text + segment, style }
    else pieces.push({ text: segment, style })
  }
  return joined(pieces)
}

/** Joins neighbouring differences that only space separates into one difference. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const [before, last] = [result.at(-2), result.at(-1)]
    if (piece.style === 'differs' && before?.style === 'differs' && last?.text.trim() === '') {
      result.splice(-2, 2, { text: before.text + last.text + piece.text, style: 'differs' })
    } else result.push(piece)
  }
  return result
}
