import { readFeed } from '@utpid/feed'
import type { LabelledPair, TrainingSet } from '@utpid/training'
import { contentOf, featuresOf } from './feed-records.ts'

/** Returns pairs of places in many countries and categories. They have telephones and websites, but no coordinates. */
export async function overtureSet(file: string): Promise<TrainingSet> {
  const pairs: LabelledPair[] = []
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    const { a, b, match } = item.record.extra as { a: object; b: object; match: 0 | 1 }
    const [left, right] = [contentOf({ ...a }), contentOf({ ...b })]
    // Skip a few places without a name: a registry would reject them.
    if (left === undefined || right === undefined) continue
    pairs.push({ left: featuresOf(left), right: featuresOf(right), match: match === 1 })
  }
  return { name: 'Overture places', pairs }
}
