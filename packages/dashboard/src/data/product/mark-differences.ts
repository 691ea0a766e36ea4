/** A part of a text, with a flag that says whether the other text lacks this part. */
export interface Piece {
  readonly text: string
  readonly isDifferent: boolean
}

/** Maximum words of a text that is compared word by word. Longer texts are compared as a whole. */
const MAX_WORDS = 200

/**
 * Marks words of two texts that are not in their longest common sequence of words. The comparison ignores case, accents
 * and punctuation, as matching does.
 */
export function markDifferences(one: string, other: string): readonly [readonly Piece[], readonly Piece[]] {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) return [whole(one, one !== other), whole(other, one !== other)]
  const [inA, inB] = commonWords(a, b)
  return [pieces(a, inA), pieces(b, inB)]
}

/** Whether two texts are equal except for case, accents and punctuation. */
export function areEqualFolded(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

/** Splits a text into words with the white space after them. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*/g) ?? []
}

function folded(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the words of the longest common subsequence. */
function commonWords(a: readonly string[], b: readonly string[]): readonly [Set<number>, Set<number>] {
  const [x, y] = [a.map(folded), b.map(folded)]
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[]
      row[j] = x[i] === y[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const [inA, inB] = [new Set<number>(), new Set<number>()]
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (x[i] === y[j]) {
      inA.add(i++)
      inB.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return [inA, inB]
}

function pieces(words: readonly string[], common: ReadonlySet<number>): Piece[] {
  const found: { text: string; isDifferent: boolean }[] = []
  for (const [at, text] of words.entries()) {
    // Ignore words that contain only punctuation.
    const isDifferent = !common.has(at) && folded(text) !== ''
    const last = found.at(-1)
    if (last?.isDifferent === isDifferent) last.text += text
    else found.push({ text, isDifferent })
  }
  return found
}

function whole(text: string, isDifferent: boolean): Piece[] {
  return text === '' ? [] : [{ text, isDifferent }]
}
