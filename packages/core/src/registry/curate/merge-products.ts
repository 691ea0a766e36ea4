import { Rulings } from '../../clustering/constraints/rulings.ts'
import { differentBetween, sameBetween } from '../../clustering/constraints/rulings-between.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import type { DecisionOptions, DecisionReport, MergeOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { activeProduct, type DecisionPlan, decideAndReport } from './decide.ts'
import { crossPairs, readRulings, recordsRuledOn, refuseConflict, refuseTooManyPairs, ruling } from './rule-pairs.ts'

/** Above this many pairs of records without an edge, only the oldest record of each side is used. */
const PAIRS_SCORED = 10_000

/** Merges two products: judges their strongest pair of records the same and keeps all records of both together. */
export function mergeProducts(
  context: RegistryContext,
  utpid: string,
  other: string,
  options: MergeOptions,
): Promise<DecisionReport> {
  return decideAndReport(
    context,
    [utpid, other],
    options,
    async ({ at, by, note, product }): Promise<DecisionPlan | undefined> => {
      const [left, right] = [await product(utpid), await product(other)]
      if (left.id === right.id) return undefined
      const rulings = await rulingsOf(context, [...left.records, ...right.records])
      const against = differentBetween(rulings, left.records, right.records)
      refuseConflict('This merge', against, await recordsRuledOn(context.ledger, against))
      const survivor = await survivorOf(context, [left, right], options.survivor)
      const pair = await strongestPair(context, left, right)
      return {
        kind: 'merge',
        about: survivor.id === right.id ? [right.id, left.id] : [left.id, right.id],
        people: { rulings: [ruling(pair, 'same', { by, note, at })] },
        claims: [{ id: survivor.id, record: survivor.records[0] as RecordId }],
      }
    },
  )
}

/** Judges every record of one product different from every record of the other. */
export function dismissPair(
  context: RegistryContext,
  utpid: string,
  other: string,
  options: DecisionOptions,
): Promise<DecisionReport> {
  return decideAndReport(
    context,
    [utpid, other],
    options,
    async ({ at, by, note, product }): Promise<DecisionPlan | undefined> => {
      const [left, right] = [await product(utpid), await product(other)]
      if (left.id === right.id) {
        throw new RegistryError(
          'validation_failed',
          `${utpid} and ${other} are one product; to separate some of its records, split it.`,
        )
      }
      refuseTooManyPairs(
        left.records,
        right.records,
        'Split the doubtful records off the larger product and dismiss those.',
      )
      const rulings = await rulingsOf(context, [...left.records, ...right.records])
      const against = sameBetween(rulings, left.records, right.records)
      refuseConflict('This dismissal', against, await recordsRuledOn(context.ledger, against))
      const fresh = [...crossPairs(left.records, right.records)].filter(([a, b]) => !rulings.areDifferent(a, b))
      if (fresh.length === 0) return undefined
      return {
        kind: 'dismiss',
        about: [left.id, right.id],
        people: { rulings: fresh.map((pair) => ruling(pair, 'different', { by, note, at })) },
      }
    },
  )
}

/** Reads the judgements on some records and on all records judged the same as them. */
export async function rulingsOf({ ledger }: RegistryContext, ids: readonly RecordId[]): Promise<Rulings> {
  return new Rulings(await readRulings(ledger, ids))
}

/** Returns the requested survivor, else the product with more records, then the older one, then the lower id. */
export async function survivorOf(
  context: RegistryContext,
  [left, right]: readonly [ProductRow, ProductRow],
  asked: string | undefined,
): Promise<ProductRow> {
  if (asked !== undefined) {
    const { id } = await activeProduct(context, asked)
    if (id !== left.id && id !== right.id) {
      throw new RegistryError('validation_failed', `The survivor ${asked} must be one of the two products.`)
    }
    return id === left.id ? left : right
  }
  const order =
    right.records.length - left.records.length || left.mintedChange - right.mintedChange || left.id - right.id
  return order <= 0 ? left : right
}

/** Returns the pair of the strongest edge between two products; without an edge, the pair with the best score. */
async function strongestPair(
  { ledger, scorer, served: { rules } }: RegistryContext,
  left: ProductRow,
  right: ProductRow,
): Promise<readonly [RecordId, RecordId]> {
  const across = new Set(right.records)
  const anchors = [left.records[0] as RecordId, right.records[0] as RecordId] as const
  let best: readonly [RecordId, RecordId] = anchors
  let most = Number.NEGATIVE_INFINITY
  const offer = (pair: readonly [RecordId, RecordId], weight: number): void => {
    if (weight > most) [best, most] = [pair, weight]
  }
  for (const edge of (await readInChunks(left.records, (chunk) => ledger.edges(chunk))).flat()) {
    if (across.has(edge.a) !== across.has(edge.b)) offer([edge.a, edge.b], edge.weight)
  }
  if (most > Number.NEGATIVE_INFINITY || left.records.length * right.records.length > PAIRS_SCORED) return best
  const ids = [...left.records, ...right.records]
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const features = new Map(stored.flatMap((each) => (each ? [[each.row.id, rules.decode(each.row.features)]] : [])))
  for (const [a, b] of crossPairs(left.records, right.records)) {
    const [one, two] = [features.get(a), features.get(b)]
    if (one !== undefined && two !== undefined) offer([a, b], scorer.score(one, two).weight)
  }
  return best
}
