import { longestPiece } from './shared-pieces.ts'

/** A part of a word, with the position of the word in its name. */
export interface Stretch {
  readonly at: number
  readonly text: string
}

/** A piece that both names contain, with the positions of the words that contain the piece. */
export interface SharedPiece {
  readonly left: number
  readonly right: number
  readonly text: string
}

/** The shared pieces of two lists of words, and the unshared parts of all words. */
export interface AlignedPieces {
  readonly shared: readonly SharedPiece[]
  readonly leftRest: readonly Stretch[]
  readonly rightRest: readonly Stretch[]
}

/** Maximum number of shared pieces. Names have few parts, and hardly any name needs more. */
const MAX_PIECES = 6

/**
 * Aligns words of scripts without spaces by pieces, longest first, at any position (Ratcliff and Metzener, Pattern
 * Matching: the Gestalt Approach, 1988). `서울신라` contains both words of `신라 서울`. `上海外滩茂悦` contains all of `外滩茂悦`, and
 * `上海` remains.
 *
 * @param left - Words of one side with their positions.
 */
export function alignPieces(left: readonly Stretch[], right: readonly Stretch[]): AlignedPieces {
  const shared: SharedPiece[] = []
  let [leftRest, rightRest] = [left, right]
  while (shared.length < MAX_PIECES) {
    const best = longestOf(leftRest, rightRest)
    if (best === undefined) break
    shared.push(best)
    leftRest = removePiece(leftRest, best.left, best.text)
    rightRest = removePiece(rightRest, best.right, best.text)
  }
  return { shared, leftRest, rightRest }
}

function longestOf(left: readonly Stretch[], right: readonly Stretch[]): SharedPiece | undefined {
  let best: SharedPiece | undefined
  for (const a of left) {
    for (const b of right) {
      if (Math.min(a.text.length, b.text.length) <= (best?.text.length ?? 0)) continue
      const text = longestPiece(a.text, b.text)
      if (text.length > (best?.text.length ?? 0)) best = { left: a.at, right: b.at, text }
    }
  }
  return best
}

/**
 * Removes a piece from the first stretch of its word that contains the piece. The text before and after the piece
 * remains.
 */
function removePiece(stretches: readonly Stretch[], at: number, piece: string): Stretch[] {
  const position = stretches.findIndex((each) => each.at === at && each.text.includes(piece))
  return stretches.flatMap((each, index) => {
    if (index !== position) return [each]
    const from = each.text.indexOf(piece)
    return [each.text.slice(0, from), each.text.slice(from + piece.length)].flatMap((text) =>
      text === '' ? [] : [{ at, text }],
    )
  })
}
