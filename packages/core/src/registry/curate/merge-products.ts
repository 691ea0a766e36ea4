import { Judgements } from '../../clustering/constraints/judgements.ts'
import { differentBetween, sameBetween } from '../../clustering/constraints/judgements-between.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import type { DecisionOptions, DecisionReport, MergeOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { activeProduct, type DecisionPlan, decideAndReport } from './decide.ts'
import {
  crossPairs,
  judgement,
  readJudgements,
  recordsOfJudgements,
  rejectConflict,
  rejectTooManyPairs,
} from './judge-pairs.ts'

/**
 * The maximum number of pairs without an edge to score. Above this number, the function uses the oldest record of each
 * product.
 */
const MAX_SCORED_PAIRS = 10_000

/**
 * Merges two products: judges their strongest pair of records the same, which keeps all records of both products
 * together.
 */
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
    async ({ at, actor, note, product }): Promise<DecisionPlan | undefined> => {
      const [left, right] = [await product(utpid), await product(other)]
      if (left.id === right.id) return undefined
      const judgements = await judgementsOf(context, [...left.records, ...right.records])
      const contradicting = differentBetween(judgements, left.records, right.records)
      rejectConflict('This merge', contradicting, await recordsOfJudgements(context.ledger, contradicting))
      const survivor = await survivorOf(context, [left, right], options.survivor)
      const pair = await strongestPair(context, left, right)
      return {
        kind: 'merge',
        about: survivor.id === right.id ? [right.id, left.id] : [left.id, right.id],
        curation: { judgements: [judgement(pair, 'same', { actor: actor, note, at })] },
        claims: [{ id: survivor.id, record: survivor.records[0] as RecordId }],
      }
    },
  )
}

/** Judges every record of one product different from every record of the other product. */
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
    async ({ at, actor, note, product }): Promise<DecisionPlan | undefined> => {
      const [left, right] = [await product(utpid), await product(other)]
      if (left.id === right.id) {
        throw validationError(`${utpid} and ${other} are one product; to separate some of its records, split it.`)
      }
      rejectTooManyPairs(
        left.records,
        right.records,
        'Split the doubtful records off the larger product and dismiss those.',
      )
      const judgements = await judgementsOf(context, [...left.records, ...right.records])
      const contradicting = sameBetween(judgements, left.records, right.records)
      rejectConflict('This dismissal', contradicting, await recordsOfJudgements(context.ledger, contradicting))
      const newPairs = [...crossPairs(left.records, right.records)].filter(([a, b]) => !judgements.areDifferent(a, b))
      if (newPairs.length === 0) return undefined
      return {
        kind: 'dismiss',
        about: [left.id, right.id],
        curation: { judgements: newPairs.map((pair) => judgement(pair, 'different', { actor: actor, note, at })) },
      }
    },
  )
}

/** Reads the judgements on some records, and on all records judged the same as these records. */
export async function judgementsOf({ ledger }: RegistryContext, ids: readonly RecordId[]): Promise<Judgements> {
  return new Judgements(await readJudgements(ledger, ids))
}

/**
 * Returns the requested survivor. By default, returns the product with more records; at equal numbers the older
 * product, then the product with the lower id.
 */
export async function survivorOf(
  context: RegistryContext,
  [left, right]: readonly [ProductRow, ProductRow],
  asked: string | undefined,
): Promise<ProductRow> {
  if (asked !== undefined) {
    const { id } = await activeProduct(context, asked)
    if (id !== left.id && id !== right.id) {
      throw validationError(`The survivor ${asked} must be one of the two products.`)
    }
    return id === left.id ? left : right
  }
  const order =
    right.records.length - left.records.length || left.mintedChange - right.mintedChange || left.id - right.id
  return order <= 0 ? left : right
}

/**
 * Returns the pair of records with the strongest edge between two products. Without an edge, returns the pair with the
 * best score.
 */
async function strongestPair(
  { ledger, scorer, active: { rules } }: RegistryContext,
  left: ProductRow,
  right: ProductRow,
): Promise<readonly [RecordId, RecordId]> {
  const across = new Set(right.records)
  const anchors = [left.records[0] as RecordId, right.records[0] as RecordId] as const
  let best: readonly [RecordId, RecordId] = anchors
  let maxWeight = Number.NEGATIVE_INFINITY
  const consider = (pair: readonly [RecordId, RecordId], weight: number): void => {
    if (weight > maxWeight) [best, maxWeight] = [pair, weight]
  }
  for (const edge of (await readInChunks(left.records, (chunk) => ledger.edges(chunk))).flat()) {
    if (across.has(edge.a) !== across.has(edge.b)) consider([edge.a, edge.b], edge.weight)
  }
  if (maxWeight > Number.NEGATIVE_INFINITY || left.records.length * right.records.length > MAX_SCORED_PAIRS) return best
  const ids = [...left.records, ...right.records]
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const features = new Map(stored.flatMap((each) => (each ? [[each.row.id, rules.decode(each.row.features)]] : [])))
  for (const [a, b] of crossPairs(left.records, right.records)) {
    const [one, two] = [features.get(a), features.get(b)]
    if (one !== undefined && two !== undefined) consider([a, b], scorer.score(one, two).weight)
  }
  return best
}
