import { cellTerms, searchTerms } from '../features/search-terms.ts'
import { earthPoint } from '../geo/earth-point.ts'
import type { Gazetteer } from '../model/gazetteer.ts'
import type { ShownFieldsPolicy } from '../model/policy.ts'
import type { Supplier } from '../model/supplier-record.ts'
import type { ProductRow } from '../storage/rows.ts'
import { chooseShownFields } from './choose-shown-fields.ts'
import type { ProductDraft } from './product-draft.ts'

export interface ProductSurroundings {
  readonly policy: ShownFieldsPolicy
  readonly suppliers: ReadonlyMap<string, Supplier>
  readonly gazetteer: Gazetteer | undefined
  /** ISO 8601 UTC. */
  readonly at: string
}

/** Nobody is surer than this of a product that one record alone speaks for. */
const MOST_ALONE = 9_900
const RANK_MOST = 15
const RANK_SUPPLIERS_MOST = 6
const RANK_VERIFIED = 5
const RANK_COMPLETENESS = 4

export interface WrittenProduct {
  readonly row: ProductRow
  /** True when what it shows, its links or its verification are not what they were. */
  readonly moved: boolean
}

/**
 * The row of a product; `undefined` when it would say what the stored one says.
 *
 * @param touched - True when the content or the link of one of its records changes in this
 *   step: the product is then a new revision, whatever it shows.
 */
export function productRow(
  draft: ProductDraft,
  touched: boolean,
  surroundings: ProductSurroundings,
): WrittenProduct | undefined {
  const { before } = draft
  const { policy, suppliers, gazetteer } = surroundings
  const rows = draft.records.map(({ row }) => row)
  const { shown, provenance, completeness } = chooseShownFields(rows, policy, (id) => suppliers.get(id)?.priority ?? 0)
  const supplierIds = [...new Set(rows.map(({ record }) => record.supplier))].sort()
  const verified = before?.verified ?? false
  const rank = Math.min(
    RANK_MOST,
    Math.min(RANK_SUPPLIERS_MOST, supplierIds.length - 1) +
      (verified ? RANK_VERIFIED : 0) +
      Math.floor(RANK_COMPLETENESS * completeness),
  )
  const terms = new Set<string>(verified ? ['verified:true'] : [])
  for (const { record } of rows) {
    for (const term of searchTerms(record, suppliers.get(record.supplier)?.name ?? record.supplier, gazetteer))
      terms.add(term)
  }
  const { coordinates } = shown
  if (coordinates !== undefined) for (const term of cellTerms(coordinates)) terms.add(term)
  const content = {
    shown,
    provenance,
    records: rows.map(({ id }) => id),
    suppliers: supplierIds,
    verified,
    confidence: productConfidence(draft),
    duplicates: draft.rivals.size,
    rank,
    terms: [...terms].sort(),
    ...(coordinates === undefined ? {} : { point: earthPoint(coordinates) }),
    ...(draft.absorbed.length === 0 ? {} : { absorbed: draft.absorbed }),
    // 0 is the step itself, whose number only the ledger knows.
    mintedChange: before?.mintedChange ?? draft.returning?.mintedChange ?? 0,
  }
  if (before === undefined) {
    const revision = (draft.returning?.revision ?? 0) + 1
    return { row: { id: draft.id, revision, ...content, lastUpdated: surroundings.at }, moved: true }
  }
  const { id, revision, lastUpdated, ...stored } = before
  if (!touched && isEqual(content, stored)) return undefined
  // Alerts and search terms are not what a product shows: they do not move its date.
  const { duplicates: _, rank: __, terms: ___, confidence: ____, ...seen } = content
  const { duplicates: _b, rank: __b, terms: ___b, confidence: ____b, ...seenBefore } = stored
  const moved = !isEqual(seen, seenBefore)
  return { row: { id, revision: revision + 1, ...content, lastUpdated: moved ? surroundings.at : lastUpdated }, moved }
}

/** The weakest link; of a product of one record what its best rival leaves. Integer of 1/10,000. */
export function productConfidence({ links, rivals }: ProductDraft): number {
  if (links.size > 1) return Math.min(...[...links.values()].map(({ confidence }) => confidence))
  const best = Math.max(0, ...[...rivals.values()].map(({ strongest }) => strongest.confidence))
  return Math.min(MOST_ALONE, 10_000 - best)
}

/** Equal as JSON, whatever the order of keys. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}
