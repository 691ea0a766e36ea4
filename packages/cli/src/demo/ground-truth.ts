import type { Registry } from '@utpid/core'
import type { GeneratedFeeds, PairEnd } from '@utpid/generator'
import { whole } from '../text/number-text.ts'

/** What became of pairs of records of which the answer is known. */
export interface GroundTruth {
  /** Pairs that are one product, and how many of them have one UTPID. */
  readonly same: number
  readonly sameUtpid: number
  /** Pairs that are two products and look alike, and how many of them have one UTPID all the same. */
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

/** The same for people, with what it does not say. */
export function groundTruthText({ same, sameUtpid, different, wronglyJoined }: GroundTruth): string {
  return [
    `true pairs under one UTPID   ${percent(sameUtpid, same)} of ${whole(same)}`,
    `look-alikes wrongly joined   ${percent(wronglyJoined, different)} of ${whole(different)}`,
    'Generated feeds show that the parts work together; they say nothing about the quality of matching',
    'on real ones. "utpid evaluate" measures that, on labelled pairs.',
    '',
  ].join('\n')
}

function percent(part: number, all: number): string {
  return all === 0 ? '-' : `${((part / all) * 100).toFixed(1)} %`
}
