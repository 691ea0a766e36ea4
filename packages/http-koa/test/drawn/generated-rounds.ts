import { OPERATIONS } from './generated-request.ts'
import { generatedRound, type RoundResult } from './generated-round.ts'
import type { OpenPlace } from './open-place.ts'

/**
 * Valid requests, and mutated requests, for each operation in a round. The number is small, since an account has at
 * most 100 keys.
 */
const OF_OPERATION = 5

/**
 * Sends at least the given number of requests, half valid and half mutated, to a sequence of new services.
 *
 * @param open - Opens empty storage for each service.
 */
export async function generatedRounds(
  requests: number,
  open: () => Promise<OpenPlace>,
  { seed, say = () => undefined }: { readonly seed: number; readonly say?: (sentence: string) => void },
): Promise<RoundResult> {
  const results: RoundResult[] = []
  const inRound = OPERATIONS.size * OF_OPERATION * 2
  for (let round = 0; round * inRound < requests; round++) {
    const { place, remove } = await open()
    results.push(await generatedRound({ seed: seed + round, valid: OF_OPERATION, mutated: OF_OPERATION, place }))
    await remove()
    say(`${(round + 1) * inRound} requests`)
  }
  return together(results)
}

function together(results: readonly RoundResult[]): RoundResult {
  const sum = (of: (result: RoundResult) => number): number => results.reduce((total, each) => total + of(each), 0)
  const answered = new Map<string, Set<number>>()
  for (const [operation, statuses] of results.flatMap((each) => [...each.answered])) {
    answered.set(operation, new Set([...(answered.get(operation) ?? []), ...statuses]))
  }
  return {
    valid: sum(({ valid }) => valid),
    mutated: sum(({ mutated }) => mutated),
    byRule: sum(({ byRule }) => byRule),
    lenient: sum(({ lenient }) => lenient),
    refused: results.flatMap(({ refused }) => refused),
    failed: results.flatMap(({ failed }) => failed),
    undescribed: results.flatMap(({ undescribed }) => undescribed),
    answered,
  }
}
