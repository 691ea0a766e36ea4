import type { Registry } from '@utpid/core'
import type { GeneratedFeeds, PairEnd } from '@utpid/generator'
import { whole } from '../text/number-text.ts'

/** Results for pairs of records with known truth. */
export interface GroundTruth {
  /** Pairs of records of one product, and how many of these pairs have one UTPID. */
  readonly same: number
  readonly sameUtpid: number
  /** Pairs of similar records of two products, and how many of these pairs wrongly have one UTPID. */
  readonly different: number
  readonly wronglyJoined: number
}

export async function groundTruth(registry: Registry, generated: GeneratedFeeds): Promise<GroundTruth> {
  const { labelledPairs } = await import('@utpid/generator')
  const located = new Map<string, string | null | undefined>()
  const utpidOf = async ([supplier, code]: PairEnd): Promise<string | null | undefined> => {
    const key = `${supplier} ${code}`
    if (!located.has(key)) located.set(key, (await registry.locate({ supplier, code }))?.utpid)
    return located.get(key)
  }
  const counts = { same: 0, sameUtpid: 0, different: 0, wronglyJoined: 0 }
  for (const { match, a, b } of labelledPairs(generated)) {
    const [one, other] = [await utpidOf(a), await utpidOf(b)]
    const together = one !== undefined && one !== null && one === other
    counts[match === 1 ? 'same' : 'different'] += 1
    if (together) counts[match === 1 ? 'sameUtpid' : 'wronglyJoined'] += 1
  }
  return counts
}

/** Formats the results for people, with their limitations. */
export function groundTruthText({ same, sameUtpid, different, wronglyJoined }: GroundTruth): string {
  return [
    `true pairs under one UTPID   ${percent(sameUtpid, same)} of ${whole(same)}`,
    `look-alikes wrongly joined   ${percent(wronglyJoined, different)} of ${whole(different)}`,
    'Generated feeds show that the parts work together; they do not measure the quality of matching',
    'on real feeds. "utpid evaluate" measures it on labelled pairs.',
    '',
  ].join('\n')
}

function percent(part: number, all: number): string {
  return all === 0 ? '-' : `${((part / all) * 100).toFixed(1)} %`
}
