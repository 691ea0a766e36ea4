import type { ProductId } from '@utpid/core'
import type { EarthPoint } from '@utpid/core/scoring'
import {
  type Commit,
  concordanceKey,
  type DecisionRow,
  type DetailsRow,
  defined,
  emptyCommit,
  type Preconditions,
  type RecordId,
} from '@utpid/core/storage'
import fc from 'fast-check'
import {
  deactivatedRecord,
  SAMPLE_TIME,
  sampleAlert,
  sampleDecision,
  sampleEdge,
  sampleImport,
  sampleJudgement,
  sampleLineage,
  sampleLink,
  sampleProduct,
  sampleRecord,
  sampleSupplier,
  sampleVerification,
} from '../support/sample-rows.ts'
import type { SimpleModel } from './simple-model.ts'

/** A few ids, so that histories use the same rows repeatedly. */
export const RECORD_IDS: readonly RecordId[] = [1, 2, 3, 4, 2 ** 40, 2 ** 52 + 1]
export const PRODUCT_IDS: readonly ProductId[] = [1, 2, 3, 2 ** 33, 2 ** 49]
export const KEYS: readonly number[] = [10, 11, 12, 2 ** 32, 2 ** 53 - 1]
export const ALERT_IDS: readonly string[] = ['0', '9', 'f'].map((digit) => digit.repeat(16))
export const CONCORDANCE_IDS: readonly string[] = ['concordances', 'alpha:1', 'beta:ア']
/** The keys that transactions expect: those of records, and those of rows of concordances. */
const EXPECTED_KEYS: readonly number[] = [...KEYS, ...CONCORDANCE_IDS.map(concordanceKey)].sort((a, b) => a - b)
export const IMPORT_SUPPLIERS: readonly string[] = ['alpha', 'alpha-2', 'beta']
export const WORDS: readonly string[] = ['ritz', 'ritzy', 'rits', 'irtz', 'palace', 'paris', 'アパ', '']
export const TERMS: readonly string[] = ['n', 'p'].flatMap((tag) => WORDS.map((word) => `${tag}:${word}`))

/** Points 5 or 100 dm apart, some equal points, and one point on the other side of the earth. */
export const POINTS: readonly EarthPoint[] = [
  [63_710_088, 0, 0],
  [63_710_088, 3, 4],
  [63_710_088, -4, 3],
  [63_710_088, 0, 100],
  [-63_710_088, 0, 0],
]

/** The intent of a transaction. Its effect depends on the state. */
export interface Intent {
  readonly records: readonly {
    id: RecordId
    product: ProductId
    keys: readonly number[]
    ends: boolean
    byte: number
    details: 'new' | 'none' | 'kept'
  }[]
  readonly moves: readonly { id: RecordId; product: ProductId }[]
  readonly products: readonly {
    id: ProductId
    rank: number
    terms: readonly string[]
    point: EarthPoint | undefined
  }[]
  readonly ends: readonly ProductId[]
  readonly edges: readonly { a: RecordId; b: RecordId; weight: number; removed: boolean }[]
  readonly judgements: readonly { a: RecordId; b: RecordId; verdict: 'same' | 'different' }[]
  readonly verifications: readonly { id: ProductId; verified: boolean }[]
  readonly alerts: readonly { id: string; informationGain: number }[]
  /** A curator decision, and the earlier decision that it undoes. */
  readonly decision: { note: string; undoes: number | undefined } | undefined
  readonly aliases: readonly { alias: string; product: ProductId }[]
  readonly suppliers: readonly { id: string; priority: number }[]
  /** Rows of concordances; one without sets is removed. */
  readonly concordances: readonly { id: string; sets: readonly string[] }[]
  readonly imports: readonly { supplier: string; created: number }[]
  readonly amounts: Readonly<Record<string, number>>
  /** A failing precondition, so that the transaction is rejected. */
  readonly fault: 'none' | 'record' | 'product' | 'key'
  readonly reopens: boolean
  /** Whether the copy follows the change feed after this transaction. */
  readonly followed: boolean
}

const pairs = fc
  .subarray([...RECORD_IDS], { minLength: 2, maxLength: 2 })
  .map((ends) => ({ a: Math.min(...ends), b: Math.max(...ends) }))

export const intents: fc.Arbitrary<Intent> = fc.record({
  records: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...RECORD_IDS),
      product: fc.constantFrom(...PRODUCT_IDS),
      keys: fc.subarray([...KEYS]),
      ends: fc.boolean(),
      byte: fc.nat(255),
      details: fc.constantFrom('new', 'none', 'kept'),
    }),
    { maxLength: 3, selector: ({ id }) => id },
  ),
  moves: fc.uniqueArray(fc.record({ id: fc.constantFrom(...RECORD_IDS), product: fc.constantFrom(...PRODUCT_IDS) }), {
    maxLength: 2,
    selector: ({ id }) => id,
  }),
  products: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...PRODUCT_IDS),
      rank: fc.nat(15),
      terms: fc.subarray([...TERMS].sort()),
      point: fc.option(fc.constantFrom(...POINTS), { nil: undefined }),
    }),
    { maxLength: 3, selector: ({ id }) => id },
  ),
  ends: fc.uniqueArray(fc.constantFrom(...PRODUCT_IDS), { maxLength: 1 }),
  edges: fc.uniqueArray(
    fc.tuple(pairs, fc.integer(), fc.boolean()).map(([pair, weight, removed]) => ({ ...pair, weight, removed })),
    { maxLength: 3, selector: ({ a, b }) => `${a} ${b}` },
  ),
  judgements: fc.uniqueArray(
    fc
      .tuple(pairs, fc.constantFrom('same' as const, 'different' as const))
      .map(([pair, verdict]) => ({ ...pair, verdict })),
    { maxLength: 2, selector: ({ a, b }) => `${a} ${b}` },
  ),
  verifications: fc.array(fc.record({ id: fc.constantFrom(...PRODUCT_IDS), verified: fc.boolean() }), { maxLength: 2 }),
  alerts: fc.uniqueArray(fc.record({ id: fc.constantFrom(...ALERT_IDS), informationGain: fc.nat(9) }), {
    maxLength: 2,
    selector: ({ id }) => id,
  }),
  decision: fc.option(
    fc.record({ note: fc.string({ maxLength: 3 }), undoes: fc.option(fc.nat(5), { nil: undefined }) }),
    {
      nil: undefined,
    },
  ),
  aliases: fc.uniqueArray(
    fc.record({ alias: fc.constantFrom('TW-1', 'TW-2', 'ア'), product: fc.constantFrom(...PRODUCT_IDS) }),
    { maxLength: 2, selector: ({ alias }) => alias },
  ),
  suppliers: fc.uniqueArray(
    fc.record({ id: fc.constantFrom('alpha', 'beta'), priority: fc.integer({ min: -3, max: 3 }) }),
    { maxLength: 1, selector: ({ id }) => id },
  ),
  concordances: fc.uniqueArray(
    fc.record({ id: fc.constantFrom(...CONCORDANCE_IDS), sets: fc.subarray(['1', '2', 'ア']) }),
    { maxLength: 2, selector: ({ id }) => id },
  ),
  imports: fc.uniqueArray(fc.record({ supplier: fc.constantFrom(...IMPORT_SUPPLIERS), created: fc.nat(9) }), {
    maxLength: 2,
    selector: ({ supplier }) => supplier,
  }),
  amounts: fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.integer({ min: -3, max: 3 })),
  fault: fc.oneof(
    { weight: 6, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('record' as const, 'product' as const, 'key' as const) },
  ),
  reopens: fc.boolean(),
  followed: fc.boolean(),
})

/** Returns the commit for an intent in a state. */
export function commitOf(intent: Intent, model: SimpleModel, idempotencyKey: string): Commit {
  const written = intent.records.map((one) => {
    const revision = revisionOf(model, one.id) + 1
    const ends = one.ends && model.linkOf(one.id) !== undefined
    const isDetailed = one.details === 'kept' ? model.details.has(one.id) : one.details === 'new'
    const flag = isDetailed ? { detailed: true as const } : {}
    const row = ends
      ? deactivatedRecord(one.id, revision, flag)
      : sampleRecord(one.id, { revision, keys: one.keys, features: Uint8Array.of(one.byte, 7), ...flag })
    return { row, ends, link: sampleLink(one.id, one.product, { confidence: one.byte }), details: detailsOf(one) }
  })
  const moves = intent.moves.filter(
    ({ id }) => model.linkOf(id) !== undefined && !written.some(({ row }) => row.id === id),
  )
  const products = intent.products
    .filter(({ id }) => !intent.ends.includes(id))
    .map(({ id, rank, terms, point }) => {
      const revision = lastRevisionOf(model, id) + 1
      return sampleProduct(id, { rank, terms, revision, ...defined({ point }) })
    })
  return {
    ...emptyCommit(SAMPLE_TIME, model.head),
    idempotencyKey: idempotencyKey,
    preconditions: preconditionsOf(intent, model),
    records: written.map(({ row }) => row),
    details: written.flatMap(({ details }) => details),
    links: [
      ...written.filter(({ ends }) => !ends).map(({ link }) => link),
      ...moves.map(({ id, product }) => sampleLink(id, product)),
    ],
    unlinked: written.filter(({ ends }) => ends).map(({ row }) => row.id),
    products,
    removedProducts: intent.ends,
    lineage: [
      ...products.map(({ id }) => sampleLineage(id)),
      ...intent.ends.flatMap((id) => {
        const row = model.products.find((product) => product.id === id)
        const { revision = 0, records = [] } = row ?? {}
        return row === undefined ? [] : [sampleLineage(id, { status: 'retired', revision, records })]
      }),
    ],
    edges: intent.edges.map(({ a, b, weight, removed }) =>
      removed ? { a, b, removed } : sampleEdge(a, b, { weight }),
    ),
    judgements: intent.judgements.map(({ a, b, verdict }) => sampleJudgement(a, b, { verdict })),
    verifications: intent.verifications.map(({ id, verified }) => sampleVerification(id, { verified })),
    alerts: intent.alerts.map(({ id, informationGain }) => sampleAlert(id, [1, 2], { informationGain })),
    decisions: decisionsOf(intent, model),
    aliases: intent.aliases.map(({ alias, product }) => ({ alias, productId: product })),
    ...(intent.concordances.length === 0
      ? {}
      : {
          concordances: intent.concordances.map(({ id, sets }) =>
            sets.length === 0 ? { id } : { id, content: { giata: sets } },
          ),
        }),
    ...(intent.imports.length === 0
      ? {}
      : { imports: intent.imports.map(({ supplier, created }) => sampleImport(supplier, { created })) }),
    suppliers: intent.suppliers.map(({ id, priority }) => sampleSupplier(id, { priority })),
    counters: intent.amounts,
    words: intent.amounts,
  }
}

function detailsOf({ id, byte, details }: Intent['records'][number]): DetailsRow[] {
  if (details === 'kept') return []
  return [
    details === 'new' ? { recordId: id, content: { description: `Text ${byte}`, images: [byte] } } : { recordId: id },
  ]
}

/** Returns a new decision and the earlier decision that it undoes. No decision is undone twice. */
function decisionsOf({ decision }: Intent, model: SimpleModel): DecisionRow[] {
  if (decision === undefined) return []
  const { note, undoes } = decision
  const earlier = undoes === undefined ? undefined : model.decisions[undoes]
  if (earlier === undefined || earlier.undoneBy !== undefined) return [sampleDecision(0, { note })]
  return [sampleDecision(0, { kind: 'undo', note, undoes: earlier.change }), { ...earlier, undoneBy: 0 }]
}

/**
 * Returns valid preconditions for all rows that the transaction writes. If the intent has a fault, adds an invalid
 * precondition.
 */
function preconditionsOf(intent: Intent, model: SimpleModel): Preconditions {
  const records = intent.records.map(({ id }) => [id, revisionOf(model, id)] as const)
  const products = intent.products.flatMap(({ id }) => {
    const revision = productRevisionOf(model, id)
    return revision > 0 || !model.wasMinted(id) ? [[id, revision] as const] : []
  })
  const untouched = EXPECTED_KEYS.filter((key) => !model.touched.includes(key))
  switch (intent.fault) {
    case 'none':
      return { records, products, keys: untouched }
    case 'record':
      return {
        records: [...records, [RECORD_IDS[0] as number, revisionOf(model, RECORD_IDS[0] as number) + 1]],
        products,
        keys: [],
      }
    case 'product':
      return { records, products: [...products, [PRODUCT_IDS[0] as number, 1_000]], keys: [] }
    case 'key':
      return { records, products, keys: EXPECTED_KEYS }
  }
}

function revisionOf(model: SimpleModel, id: RecordId): number {
  return model.records.find((row) => row.id === id)?.revision ?? 0
}

/**
 * Returns the last revision of a product. If a retired product becomes active again, its revision continues from there.
 */
function lastRevisionOf(model: SimpleModel, id: ProductId): number {
  return productRevisionOf(model, id) || (model.lineage.find((row) => row.id === id)?.revision ?? 0)
}

function productRevisionOf(model: SimpleModel, id: ProductId): number {
  return model.products.find((row) => row.id === id)?.revision ?? 0
}
