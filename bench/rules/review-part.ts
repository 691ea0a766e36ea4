import type { RecordId } from '@utpid/core/storage'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { codeOf, latestOfEachCode } from '../feeds/feed-rows.ts'
import { type FilledRegistry, inMemory } from '../feeds/registries.ts'
import { part } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { seededRandom } from '../harness/seeded-random.ts'
import { storedRecords } from '../harness/stored-rows.ts'
import { questionsUntil, type ReviewOrder, type ReviewOutcome, review, type Truth } from './reviewer.ts'

const RECORDS = 20_000
const PRODUCTS = 13_500
const AIM = 0.99
const TARGET_GAIN = 0.9

/**
 * A simulated reviewer who knows the truth answers every alert. No question may be repeated, and the order by
 * information gain must save questions.
 */
export const reviewPart = part('review', async ({ seed, say }) => {
  const reviewed = async (order: ReviewOrder): Promise<ReviewOutcome> => {
    await using filled = await generatedRegistry(seed)
    const outcome = await review(filled, order, seededRandom(seed))
    say(`review: by ${order}: ${outcome.questions} questions, pair F1 ${outcome.f1.at(-1)?.toFixed(4)}`)
    return outcome
  }
  const [informationGain, random] = [await reviewed('informationGain'), await reviewed('random')]
  const [before, after] = [informationGain.f1[0] ?? 0, Math.min(informationGain.f1.at(-1) ?? 0, random.f1.at(-1) ?? 0)]
  const most = before + (after - before) * TARGET_GAIN
  const toAim = [questionsUntil(informationGain, AIM), questionsUntil(random, AIM)] as const
  const toMost = [questionsUntil(informationGain, most), questionsUntil(random, most)] as const
  const ratio = ([one, other]: typeof toAim): number | null => (one === null || !other ? null : one / other)
  const repeated = informationGain.repeatedQuestions + random.repeatedQuestions
  const rows = below('review', [
    ['f1-before', 'pair F1 before the first question', before, 'fraction'],
    ['f1-after', '... after the last', after, 'fraction'],
    ['questions', 'questions until nothing is open, by gain', informationGain.questions, 'count'],
    ['questions-random', '... in random order', random.questions, 'count'],
    ['asked-twice', 'questions whose answer was known', repeated, 'count', '= 0'],
    ['refused', 'right answers refused', informationGain.refused + random.refused, 'count', '= 0'],
    ['to-aim', `questions to a pair F1 of ${AIM}, by gain`, toAim[0], 'count'],
    ['to-aim-random', '... in random order', toAim[1], 'count'],
    ['share', '... by gain as a share of random', ratio(toAim), 'fraction', '<= 0.6'],
    ['to-most', 'questions to 90 % of what alerts can give, by gain', toMost[0], 'count'],
    ['to-most-random', '... in random order', toMost[1], 'count'],
    ['most-share', '... by gain as a share of random', ratio(toMost), 'fraction'],
  ])
  return { n: RECORDS, rows }
})

/** Fills a registry with generated records, whose true products are known. */
async function generatedRegistry(seed: number): Promise<FilledRegistry & { truth: Truth }> {
  const feeds = generateFeeds({ seed, products: PRODUCTS })
  const real = new Map<string, number>()
  const all = [...feeds.records].map((record) => {
    const row = toRecord({ ...record })
    const product = feeds.truth.productOf(record.source, record.sourceId)
    if (product !== undefined) real.set(codeOf(row), product)
    return row
  })
  const filled = await inMemory(latestOfEachCode(all).slice(0, RECORDS))
  const truths = new Map<RecordId, number | undefined>()
  for await (const { row } of storedRecords(filled.storage)) truths.set(row.id, real.get(codeOf({ ...row.record })))
  return { ...filled, truth: (id) => truths.get(id) }
}
