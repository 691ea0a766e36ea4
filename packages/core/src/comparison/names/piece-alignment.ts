import { longestPiece } from './shared-pieces.ts'

/** A stretch of one word of one side, by the position of the word. */
export interface Stretch {
  readonly at: number
  readonly text: string
}

/** A piece that both sides have, by the positions of the words that hold it. */
export interface SharedPiece {
  readonly left: number
  readonly right: number
  readonly text: string
}

/** What two lists of words share, and what is left of those that share something. */
export interface AlignedPieces {
  readonly shared: readonly SharedPiece[]
  readonly leftRest: readonly Stretch[]
  readonly rightRest: readonly Stretch[]
}

/** A name has few parts; what hardly any name needs is not worth its time. */
const PIECES_MOST = 6

/**
 * Aligns words of scripts without spaces piece by piece, the longest first, wherever it stands (Ratcliff and Metzener,
 * Pattern Matching: the Gestalt Approach, 1988): `서울신라` has both words of `신라 서울`, and `上海外滩茂悦` all of
 * `外滩茂悦` with `上海` left.
 *
 * @param left - Words of one side by their position; so of the other.
 */
export function alignPieces(left: readonly Stretch[], right: readonly Stretch[]): AlignedPieces {
  const shared: SharedPiece[] = []
  let [leftRest, rightRest] = [left, right]
  while (shared.length < PIECES_MOST) {
    const best = longestOf(leftRest, rightRest)
    if (best === undefined) break
    shared.push(best)
    leftRest = without(leftRest, best.left, best.text)
    rightRest = without(rightRest, best.right, best.text)
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

/** What stands before and behind a piece, which was taken out of the first stretch of its word that holds it. */
function without(stretches: readonly Stretch[], at: number, piece: string): Stretch[] {
  const position = stretches.findIndex((each) => each.at === at && each.text.includes(piece))
  return stretches.flatMap((each, index) => {
    if (index !== position) return [each]
    const from = each.text.indexOf(piece)
    return [each.text.slice(0, from), each.text.slice(from + piece.length)].flatMap((text) =>
      text === '' ? [] : [{ at, text }],
    )
  })
}
