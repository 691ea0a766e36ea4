import type { ProductDraft } from '../clustering/product-draft.ts'
import { isSameData } from '../encoding/same-data.ts'
import { addRecordTerms, goldenRecordTerms } from '../features/extract/search-terms.ts'
import { distanceInMeters } from '../geo/distance.ts'
import { earthPoint } from '../geo/earth-point.ts'
import type { Gazetteer } from '../geo/gazetteer.ts'
import { defined } from '../model/defined.ts'
import type { Supplier } from '../model/supplier-record.ts'
import type { GoldenRecord, ProductBefore, ProductRow, RecordRow } from '../storage/rows.ts'
import { fold } from '../text/fold.ts'
import { chooseGoldenRecord } from './choose-golden-record.ts'
import type { CleanProducts } from './clean-products.ts'
import type { SurvivorshipRules } from './survivorship-rules.ts'

export interface ProductContext {
  readonly survivorshipRules: SurvivorshipRules
  readonly suppliers: ReadonlyMap<string, Supplier>
  readonly gazetteer: Gazetteer | undefined
  /** The cache that avoids computing unchanged products again. */
  readonly cleanProducts?: CleanProducts | undefined
  /** The time of the transaction, ISO 8601 UTC. */
  readonly at: string
}

/** The maximum confidence of a product with one record, in units of 1/10,000. */
const MAX_SINGLE_RECORD_CONFIDENCE = 9_900
/** The maximum of each part of the static rank. The static rank is at most 15. */
const MAX_RANK_SUPPLIERS = 6
const VERIFIED_RANK = 5
const MAX_RANK_COMPLETENESS = 4
const VERIFIED_TERM = 'verified:true'

/** The changes of a product in a transaction that its records do not show. */
export interface ProductChange {
  /**
   * True if the content or link of one of the product's records changes in this transaction, or if a person decides
   * about the product. Then the product gets a new revision, even if its golden record is unchanged.
   */
  readonly touched: boolean
  /** True if the content of one of the product's records changes in this transaction. */
  readonly rewritten: boolean
  /** The pins and the verification after the transaction. */
  readonly curation: ProductCuration
  /** True for a transaction of a person. Such a transaction does not end a verification. */
  readonly byPerson: boolean
  /** The reason why a verification no longer holds, regardless of the golden record. */
  readonly drifted: string | undefined
  /** The number of open alerts, without alerts about competing products. */
  readonly edgelessAlerts: number
}

export type ProductCuration = Pick<ProductBefore, 'verified' | 'verifiedBy' | 'pins'>

export interface WrittenProduct {
  readonly row: ProductRow
  /** True if the product's golden record, links or verification changed. */
  readonly moved: boolean
  /** The reason why the verification was reopened. */
  readonly reopened?: string
}

/** The maximum distance in metres that a verified product may move before it must be verified again. */
const MAX_VERIFIED_MOVE_METERS = 250

/**
 * Returns the row of a product; `undefined` if the stored row is up to date.
 */
export function productRow(
  draft: ProductDraft,
  { touched, rewritten, curation, byPerson, drifted, edgelessAlerts }: ProductChange,
  surroundings: ProductContext,
): WrittenProduct | undefined {
  const { before } = draft
  const { suppliers, cleanProducts } = surroundings
  const rows = draft.records.map(({ row }) => row)
  const confidence = productConfidence(draft)
  const duplicates = draft.competing.size + edgelessAlerts
  const isHeldAsBefore = !touched && curation === before && drifted === undefined
  if (
    isHeldAsBefore &&
    before.confidence === confidence &&
    before.duplicates === duplicates &&
    isSameData(before.mergedIds ?? [], draft.mergedIds) &&
    cleanProducts?.has(before, rows, suppliers)
  ) {
    return undefined
  }
  // People decide on the displayed product: if its records and pins are unchanged, its golden record stays.
  const mayStay = byPerson && touched && !rewritten
  const staying = mayStay && before !== undefined && hasInputsOf(before, rows, curation) ? before : undefined
  const found = staying === undefined ? computeFields(rows, curation.pins, surroundings) : storedFields(staying)
  const reopened =
    byPerson || !curation.verified || before?.verified !== true
      ? undefined
      : (drifted ?? changedSince(before.goldenRecord, found.goldenRecord))
  const verified = curation.verified && reopened === undefined
  const content = {
    ...found,
    records: rows.map(({ id }) => id),
    verified,
    ...(verified && curation.verifiedBy !== undefined ? { verifiedBy: curation.verifiedBy } : {}),
    ...(curation.pins === undefined || Object.keys(curation.pins).length === 0 ? {} : { pins: curation.pins }),
    confidence,
    duplicates,
    ...(verified ? verifiedSearchFields(found) : {}),
    ...(draft.mergedIds.length === 0 ? {} : { mergedIds: draft.mergedIds }),
    // The ledger replaces 0 with the number of this transaction. Only the ledger knows this number.
    mintedChange: before?.mintedChange ?? draft.returningLineage?.mintedChange ?? 0,
  }
  if (before === undefined) {
    const revision = (draft.returningLineage?.revision ?? 0) + 1
    return { row: { id: draft.id, revision, ...content, lastUpdated: surroundings.at }, moved: true }
  }
  const { id, revision, lastUpdated, ...stored } = before
  if (!touched && isSameData(content, stored)) {
    if (isHeldAsBefore) cleanProducts?.add(before, rows, suppliers)
    return undefined
  }
  // Products do not display alerts and search terms, so these do not change the date.
  const { duplicates: _, rank: __, terms: ___, confidence: ____, ...seen } = content
  const { duplicates: _b, rank: __b, terms: ___b, confidence: ____b, ...seenBefore } = stored
  const moved = !isSameData(seen, seenBefore)
  return {
    row: { id, revision: revision + 1, ...content, lastUpdated: moved ? surroundings.at : lastUpdated },
    moved,
    ...defined({ reopened }),
  }
}

/** Returns a description of a change that a person has to check again. A change of spelling does not count. */
function changedSince(before: GoldenRecord, after: GoldenRecord): string | undefined {
  if (fold(before.name) !== fold(after.name)) return `Its name was "${before.name}" and is now "${after.name}".`
  if (before.coordinates === undefined || after.coordinates === undefined) return undefined
  const meters = distanceInMeters(before.coordinates, after.coordinates)
  return meters > MAX_VERIFIED_MOVE_METERS ? `It moved ${Math.round(meters)} m.` : undefined
}

/** The displayed and indexed fields of a product, without its verification. */
type ComputedFields = Pick<ProductRow, 'goldenRecord' | 'provenance' | 'suppliers' | 'rank' | 'terms' | 'point'>

/** Reports whether the inputs of a product's fields equal those of the stored row. */
function hasInputsOf(before: ProductRow, rows: readonly RecordRow[], { pins = {} }: ProductCuration): boolean {
  return (
    before.records.length === rows.length &&
    rows.every(({ id }, at) => id === before.records[at]) &&
    isSameData(before.pins ?? {}, pins)
  )
}

/** Computes the fields of a product again. */
function computeFields(
  rows: readonly RecordRow[],
  pins: ProductCuration['pins'],
  surroundings: ProductContext,
): ComputedFields {
  const { survivorshipRules, suppliers } = surroundings
  const { goldenRecord, provenance, completeness } = chooseGoldenRecord(
    rows,
    survivorshipRules,
    (id) => suppliers.get(id)?.priority ?? 0,
    pins,
  )
  return {
    goldenRecord,
    provenance,
    suppliers: [...new Set(rows.map(({ record }) => record.supplier))].sort(),
    ...searchFields(rows, { goldenRecord, pins }, completeness, surroundings),
  }
}

/** Returns the fields of the stored row. */
function storedFields({
  goldenRecord,
  provenance,
  suppliers,
  rank,
  terms,
  point,
  verified,
}: ProductRow): ComputedFields {
  return {
    goldenRecord,
    provenance,
    suppliers,
    rank: verified ? rank - VERIFIED_RANK : rank,
    terms: verified ? terms.filter((term) => term !== VERIFIED_TERM) : terms,
    ...defined({ point }),
  }
}

/** Adds the rank and the term of a verified product. */
function verifiedSearchFields({ rank, terms }: Pick<ProductRow, 'rank' | 'terms'>): Pick<ProductRow, 'rank' | 'terms'> {
  return { rank: rank + VERIFIED_RANK, terms: [...terms, VERIFIED_TERM].sort() }
}

/** Returns a stored product with its search fields computed again from its records. */
export function rebuiltProductRow(
  row: ProductRow,
  records: readonly RecordRow[],
  surroundings: ProductContext,
): ProductRow {
  const { survivorshipRules, suppliers } = surroundings
  const { completeness } = chooseGoldenRecord(
    records,
    survivorshipRules,
    (id) => suppliers.get(id)?.priority ?? 0,
    row.pins,
  )
  const found = searchFields(records, row, completeness, surroundings)
  return { ...row, ...found, ...(row.verified ? verifiedSearchFields(found) : {}) }
}

/**
 * Returns the search fields of a product without its verification.
 *
 * @param completeness - Completeness of the displayed fields, 0 to 1.
 */
function searchFields(
  records: readonly RecordRow[],
  { goldenRecord, pins }: { readonly goldenRecord: GoldenRecord; readonly pins?: ProductCuration['pins'] | undefined },
  completeness: number,
  { suppliers, gazetteer }: ProductContext,
): Pick<ProductRow, 'rank' | 'terms' | 'point'> {
  const terms = goldenRecordTerms(goldenRecord, pins, gazetteer)
  const supplierIds = new Set<string>()
  for (const { record } of records) {
    supplierIds.add(record.supplier)
    const name = suppliers.get(record.supplier)?.name ?? record.supplier
    addRecordTerms(terms, record, name, gazetteer)
  }
  const rank = Math.min(MAX_RANK_SUPPLIERS, supplierIds.size - 1) + Math.floor(MAX_RANK_COMPLETENESS * completeness)
  const { coordinates } = goldenRecord
  const found = { rank, terms: [...terms].sort() }
  return coordinates === undefined ? found : { ...found, point: earthPoint(coordinates) }
}

/**
 * Returns the confidence of the weakest link, in units of 1/10,000. For one record, the result is 1 minus the
 * confidence of its best competing edge.
 */
export function productConfidence({ links, competing }: ProductDraft): number {
  if (links.size > 1) return Math.min(...[...links.values()].map(({ confidence }) => confidence))
  const best = Math.max(0, ...[...competing.values()].map(({ strongest }) => strongest.confidence))
  return Math.min(MAX_SINGLE_RECORD_CONFIDENCE, 10_000 - best)
}
