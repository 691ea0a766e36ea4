import type { ProductId } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { type GeneratedFeeds, type GeneratedRecord, generateFeeds } from '@utpid/generator'
import { inMemory } from '../../feeds/registries.ts'
import { part } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { storedRecords } from '../../harness/stored-rows.ts'
import { TARGETS, towards } from '../targets/targets.ts'
import { type CodePairs, countPairs } from './code-pairs.ts'

const PRODUCTS = 6_000
const SHARE = 0.4
const SUPPLIER = 'wholesaler'

interface Outcome {
  readonly records: number
  /** Pairs of two codes of the wholesaler. */
  readonly own: CodePairs
  /** Pairs of a code of the wholesaler and a code of another supplier. */
  readonly others: CodePairs
  readonly alertsPer1000: number
}

/**
 * Imports generated hotels of several suppliers. One of them has two to six codes for 40 % of its products, with near
 * copies of the row. For comparison, the same feeds if it has one code for each product.
 */
export const codesPart = part('codes', async ({ seed, say }) => {
  say('codes: one code for each product')
  const single = await measure(generateFeeds({ seed, products: PRODUCTS, severalCodes: 0 }))
  say('codes: several codes for a product')
  const several = await measure(generateFeeds({ seed, products: PRODUCTS, severalCodes: SHARE }))
  return { n: several.records, rows: below('codes', figuresOf(single, several)) }
})

function figuresOf(single: Outcome, several: Outcome): Figure[] {
  const { own, others } = several
  const what = `generated supplier, ${SHARE * 100} % of its products with 2 to 6 codes`
  return [
    ['records', `${what}: records imported`, several.records, 'count'],
    ['pairs', '... pairs of its codes for one product', own.same, 'count'],
    towards(TARGETS.codesSameUtpid, ['same-utpid', '... of these with one UTPID', share(own), 'fraction']),
    ['wrong', '... pairs of its codes for two products with one UTPID', own.wrong, 'count'],
    ['others', '... pairs with another supplier for one product', others.same, 'count'],
    ['others-same-utpid', '... of these with one UTPID', share(others), 'fraction'],
    ['others-wrong', '... pairs with another supplier for two products with one UTPID', others.wrong, 'count'],
    towards(TARGETS.codesAlerts, ['alerts', '... open alerts per 1,000 records', several.alertsPer1000, 'count']),
    ['single-alerts', '... the same if it has one code for each product', single.alertsPer1000, 'count'],
    ['single-wrong', '... then pairs of its codes with one UTPID', single.own.wrong, 'count'],
    [
      'single-others-same-utpid',
      '... then pairs with another supplier with one UTPID',
      share(single.others),
      'fraction',
    ],
  ]
}

function share({ same, joined }: CodePairs): number | null {
  return same === 0 ? null : joined / same
}

async function measure(feeds: GeneratedFeeds): Promise<Outcome> {
  const rows = [...feeds.records].filter(isHotel)
  await using filled = await inMemory(rows.map((record) => toRecord({ ...record })))
  // Habits belong to a version of the counts, which changes only with the next version.
  await filled.registry.rescore({ tfVersion: 'next' })
  const utpids = new Map<string, ProductId>()
  for await (const { row, link } of storedRecords(filled.storage)) {
    if (link !== undefined) utpids.set(`${row.record.supplier} ${row.record.code}`, link.productId)
  }
  const codes = rows.flatMap(({ source, sourceId }) => {
    const [product, utpid] = [feeds.truth.productOf(source, sourceId), utpids.get(`${source} ${sourceId}`)]
    return product === undefined || utpid === undefined ? [] : [{ supplier: source, product, utpid }]
  })
  const { records, duplicates } = await filled.registry.stats()
  return {
    records: records.total,
    own: countPairs(codes, (one, other) => one === SUPPLIER && other === SUPPLIER),
    others: countPairs(codes, (one, other) => (one === SUPPLIER) !== (other === SUPPLIER)),
    alertsPer1000: (duplicates.open / records.total) * 1_000,
  }
}

/** Only lodgings of these categories: the other kinds have alerts of their own, whatever the wholesaler does. */
function isHotel({ category }: GeneratedRecord): boolean {
  return ['hotel', 'apartment_hotel', 'motel', 'resort', 'guesthouse', 'hostel', 'lodge'].includes(category)
}
