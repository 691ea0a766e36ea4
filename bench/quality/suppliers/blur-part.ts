import { hideFields, type ImportedPair, parseHiddenFields } from '@utpid/evaluation'
import { codeOf, type FeedRow } from '../../feeds/feed-rows.ts'
import { PARIS_HIDDEN, parisRows } from '../../feeds/paris.ts'
import { inMemory } from '../../feeds/registries.ts'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { seededRandom, shuffled } from '../../harness/seeded-random.ts'
import { parisNegatives, parisPositives } from '../sets/paris-registry.ts'
import { TARGETS, towards } from '../targets/targets.ts'
import { blurredRow } from './blurred-row.ts'

const METERS = 300
/** Records after which the registry may know the supplier's habits. */
const KNOWN_RECORDS = 500
/** Records of a supplier that is large enough: as many are measured as are known. */
const MIN_RECORDS = 2 * KNOWN_RECORDS

interface Outcome {
  readonly positives: number
  readonly recall: number
  readonly wrong: number
}

/**
 * Imports the Paris feeds without contacts, with the coordinates of one supplier as they are and blurred. Measures the
 * links of this supplier's records after the first 500.
 */
export const blurPart = dataPart('blur', async ({ data, seed, say }) => {
  const hidden = parseHiddenFields(PARIS_HIDDEN)
  const feeds = new Map<string, readonly FeedRow[]>()
  for (const [source, rows] of await parisRows(data))
    feeds.set(
      source,
      rows.map((row) => hideFields(row, hidden)),
    )
  const rows: Figure[] = []
  let n = 0
  for (const [source, all] of feeds) {
    if (all.length < MIN_RECORDS) continue
    const others = [...feeds].flatMap(([other, list]) => (other === source ? [] : list))
    const own = shuffled(all, seededRandom(seed))
    n = Math.max(n, own.length + others.length)
    say(`blur: ${source}`)
    const sent = await measure(data, others, own)
    const random = seededRandom(seed)
    const blurred = await measure(
      data,
      others,
      own.map((row) => blurredRow(row, METERS, random)),
    )
    rows.push(...below(source, figuresOf(source, sent, blurred)))
  }
  return { n, rows: below('blur', rows) }
})

function figuresOf(source: string, sent: Outcome, blurred: Outcome): Figure[] {
  const what = `${source}, records after the first ${KNOWN_RECORDS}, contacts hidden`
  return [
    ['positives', `${what}: positive pairs`, sent.positives, 'count'],
    ['recall', '... with one UTPID', sent.recall, 'fraction'],
    ['blurred-recall', `... with coordinates anywhere within ${METERS} m`, blurred.recall, 'fraction'],
    towards(TARGETS.blurredLoss, ['lost', '... recall lost', sent.recall - blurred.recall, 'fraction']),
    ['wrong', '... negatives with one UTPID', sent.wrong, 'count'],
    ['blurred-wrong', '... with blurred coordinates', blurred.wrong, 'count', '= 0'],
  ]
}

async function measure(data: string, others: readonly FeedRow[], own: readonly FeedRow[]): Promise<Outcome> {
  const [known, later] = [own.slice(0, KNOWN_RECORDS), own.slice(KNOWN_RECORDS)]
  await using filled = await inMemory([...others, ...known])
  // Habits belong to a version of the counts, which changes only with the next version.
  await filled.registry.rescore({ tfVersion: 'next' })
  await filled.registry.import(later)
  const codes = new Set(later.map(codeOf))
  const isMeasured = ({ a, b }: ImportedPair): boolean => [a, b].some(({ row }) => codes.has(codeOf({ ...row.record })))
  const positives = (await parisPositives(filled.storage, data)).filter(isMeasured)
  const negatives = (await parisNegatives(filled.storage, data)).filter(isMeasured)
  return {
    positives: positives.length,
    recall: positives.filter(isJoined).length / positives.length,
    wrong: negatives.filter(isJoined).length,
  }
}

function isJoined({ a, b }: ImportedPair): boolean {
  return a.link !== undefined && a.link.productId === b.link?.productId
}
