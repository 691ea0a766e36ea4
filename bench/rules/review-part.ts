import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import type { RecordId } from '@utpid/core/storage'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { codeOf, latestOfEachCode } from '../feeds/feed-row.ts'
import { storedRecords } from '../harness/clustering-hash.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { seededRandom } from '../harness/seeded-random.ts'
import { questionsUntil, type ReviewOrder, type ReviewOutcome, review } from './reviewer.ts'

const RECORDS = 20_000
const PRODUCTS = 13_500
const AIM = 0.99
const MAX_SHARE = 0.6
const TARGET_GAIN = 0.9

/**
 * A simulated reviewer who knows the truth answers every alert. No question may be repeated, and the order by
 * information gain must save questions.
 */
export const reviewPart: Part = {
  name: 'review',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    const outcomes = new Map<ReviewOrder, ReviewOutcome>()
    for (const order of ['gain', 'random'] as const) {
      const { registry, storage, truth } = await filled(seed)
      const outcome = await review(registry, storage, truth, order, seededRandom(seed))
      say(`review: by ${order}: ${outcome.questions} questions, pair F1 ${outcome.f1.at(-1)?.toFixed(4)}`)
      outcomes.set(order, outcome)
      await registry.close()
    }
    const [gain, random] = [outcomes.get('gain'), outcomes.get('random')] as [ReviewOutcome, ReviewOutcome]
    const [before, after] = [gain.f1[0] ?? 0, Math.min(gain.f1.at(-1) ?? 0, random.f1.at(-1) ?? 0)]
    const most = before + (after - before) * TARGET_GAIN
    const ratio = (aim: number): number | null => {
      const [one, other] = [questionsUntil(gain, aim), questionsUntil(random, aim)]
      return one === undefined || other === undefined || other === 0 ? null : one / other
    }
    return {
      n: RECORDS,
      rows: [
        plainRow('review.f1-before', 'pair F1 before the first question', before, 'fraction'),
        plainRow('review.f1-after', '... after the last', after, 'fraction'),
        plainRow('review.questions', 'questions until nothing is open, by gain', gain.questions, 'count'),
        plainRow('review.questions-random', '... in random order', random.questions, 'count'),
        barRow(
          'review.asked-twice',
          'questions whose answer was known',
          gain.repeatedQuestions + random.repeatedQuestions,
          'count',
          ['=', 0],
        ),
        barRow('review.refused', 'right answers refused', gain.refused + random.refused, 'count', ['=', 0]),
        plainRow(
          'review.to-aim',
          `questions to a pair F1 of ${AIM}, by gain`,
          questionsUntil(gain, AIM) ?? null,
          'count',
        ),
        plainRow('review.to-aim-random', '... in random order', questionsUntil(random, AIM) ?? null, 'count'),
        barRow('review.share', '... by gain as a share of random', ratio(AIM), 'fraction', ['<=', MAX_SHARE]),
        plainRow(
          'review.to-most',
          'questions to 90 % of what alerts can give, by gain',
          questionsUntil(gain, most) ?? null,
          'count',
        ),
        plainRow('review.to-most-random', '... in random order', questionsUntil(random, most) ?? null, 'count'),
        plainRow('review.most-share', '... by gain as a share of random', ratio(most), 'fraction'),
      ],
    }
  },
}

interface Filled {
  readonly registry: Registry
  readonly storage: Storage
  readonly truth: (id: RecordId) => number | undefined
}

async function filled(seed: number): Promise<Filled> {
  const feeds = generateFeeds({ seed, products: PRODUCTS })
  const real = new Map<string, number>()
  const rows = latestOfEachCode(
    [...feeds.records].map((record) => {
      const row = toRecord({ ...record })
      const product = feeds.truth.productOf(record.source, record.sourceId)
      if (product !== undefined) real.set(codeOf(row), product)
      return row
    }),
  ).slice(0, RECORDS)
  const storage = createMemoryStorage()
  const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
  await registry.import(rows)
  const truths = new Map<RecordId, number | undefined>()
  for await (const { row } of storedRecords(storage)) truths.set(row.id, real.get(codeOf({ ...row.record })))
  return { registry, storage, truth: (id) => truths.get(id) }
}
