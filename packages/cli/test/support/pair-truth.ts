import fc from 'fast-check'
import type { PairDecision } from '../../src/review/decided-pairs.ts'

export const PRODUCTS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const

/** Generates the real product of each test product. Equal numbers are one product. */
export const truths = (): fc.Arbitrary<ReadonlyMap<string, number>> =>
  fc
    .array(fc.nat(2), { minLength: PRODUCTS.length, maxLength: PRODUCTS.length })
    .map((reals) => new Map(PRODUCTS.map((product, at) => [product, reals[at] ?? 0])))

export const productPairs = (): fc.Arbitrary<readonly [string, string]> =>
  fc.shuffledSubarray([...PRODUCTS], { minLength: 2, maxLength: 2 }).map(([a, b]) => [a as string, b as string])

/** Decisions that follow the truth, so that none contradicts another. */
export const decisionsByTruth = (): fc.Arbitrary<PairDecision[]> =>
  fc
    .tuple(truths(), fc.array(productPairs(), { maxLength: 12 }))
    .map(([truth, pairs]) => pairs.map((utpids) => ({ utpids, resolution: resolutionOf(truth, utpids) })))

export function resolutionOf(
  truth: ReadonlyMap<string, number>,
  [one, other]: readonly [string, string],
): PairDecision['resolution'] {
  return truth.get(one) === truth.get(other) ? 'merge' : 'dismiss'
}

/** Applies both rules to the decisions again and again until nothing new follows. */
export function closureOf(decisions: readonly PairDecision[]): (one: string, other: string) => boolean {
  const known = new Map<string, 'merge' | 'dismiss'>()
  const say = (one: string, other: string, what: 'merge' | 'dismiss'): boolean => {
    if (one === other || known.has(`${one}${other}`)) return false
    known.set(`${one}${other}`, what).set(`${other}${one}`, what)
    return true
  }
  for (const { utpids, resolution } of decisions) say(...utpids, resolution)
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const [a, b, c] of triples()) {
      const [first, second] = [known.get(`${a}${b}`), known.get(`${b}${c}`)]
      if (first === 'merge' && second !== undefined && say(a, c, second)) isNew = true
    }
  }
  return (one, other) => known.has(`${one}${other}`)
}

function triples(): [string, string, string][] {
  return PRODUCTS.flatMap((a) => PRODUCTS.flatMap((b) => PRODUCTS.map((c): [string, string, string] => [a, b, c])))
}
