import { readFeed } from '@utpid/feed'
import type { LabelledPair, TrainingSet } from '@utpid/training'
import { contentOf, featuresOf } from './feed-records.ts'

/** Returns pairs of places of many countries and kinds, with telephones and websites but without coordinates. */
export async function overtureSet(file: string): Promise<TrainingSet> {
  const pairs: LabelledPair[] = []
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    const { a, b, match } = item.record.extra as { a: object; b: object; match: 0 | 1 }
    const [left, right] = [contentOf({ ...a }), contentOf({ ...b })]
    // A few places have no name, which a registry would reject.
    if (left === undefined || right === undefined) continue
    pairs.push({ left: featuresOf(left), right: featuresOf(right), match: match === 1 })
  }
  return { name: 'Overture places', pairs }
}
