import type { ProductDraft } from '../clustering/product-draft.ts'
import { isSameData } from '../encoding/same-data.ts'
import { addRecordTerms, shownTerms } from '../features/extract/search-terms.ts'
import { distanceInMeters } from '../geo/distance.ts'
import { earthPoint } from '../geo/earth-point.ts'
import type { Gazetteer } from '../geo/gazetteer.ts'
import type { Supplier } from '../model/supplier-record.ts'
import type { ProductBefore, ProductRow, RecordRow, ShownFields } from '../storage/rows.ts'
import { fold } from '../text/fold.ts'
import { chooseShownFields } from './choose-shown-fields.ts'
import type { ShownFieldsPolicy } from './policy.ts'
import type { SettledProducts } from './settled-products.ts'

export interface ProductSurroundings {
  readonly policy: ShownFieldsPolicy
  readonly suppliers: ReadonlyMap<string, Supplier>
  readonly gazetteer: Gazetteer | undefined
  /** Spares working out products that are as they were. */
  readonly settled?: SettledProducts | undefined
  /** ISO 8601 UTC. */
  readonly at: string
}

/** Nobody is surer than this of a product that one record alone speaks for. */
const MOST_ALONE = 9_900
/** Of a rank, which is at most 15: its parts. */
const RANK_SUPPLIERS_MOST = 6
const RANK_VERIFIED = 5
const RANK_COMPLETENESS = 4
const VERIFIED_TERM = 'verified:true'

/** What a step does to a product beside what its records say. */
export interface ProductTouch {
  /**
   * True when the content or the link of one of its records changes in this step, or a person decides about it: the
   * product is then a new revision, whatever it shows.
   */
  readonly touched: boolean
  /** True when the content of one of its records changes in this step. */
  readonly rewritten: boolean
  /** Pins and verification as people hold them. */
  readonly held: HeldState
  /** True when a person made the step: a verification then stays. */
  readonly byPerson: boolean
  /** Why a verification no longer holds, whatever the product shows. */
  readonly drifted: string | undefined
  /** Open alerts beside those about its rivals. */
  readonly standing: number
}

export type HeldState = Pick<ProductBefore, 'verified' | 'verifiedBy' | 'pins'>

export interface WrittenProduct {
  readonly row: ProductRow
  /** True when what it shows, its links or its verification are not what they were. */
  readonly moved: boolean
  /** Why its verification was reopened. */
  readonly reopened?: string
}

/** A verified product that moves further than this is another thing to verify. */
const VERIFIED_WITHIN_METERS = 250

/**
 * The row of a product; `undefined` when it would say what the stored one says.
 */
export function productRow(
  draft: ProductDraft,
  { touched, rewritten, held, byPerson, drifted, standing }: ProductTouch,
  surroundings: ProductSurroundings,
): WrittenProduct | undefined {
  const { before } = draft
  const { suppliers, settled } = surroundings
  const rows = draft.records.map(({ row }) => row)
  const confidence = productConfidence(draft)
  const duplicates = draft.rivals.size + standing
  const isHeldAsBefore = !touched && held === before && drifted === undefined
  if (
    isHeldAsBefore &&
    before.confidence === confidence &&
    before.duplicates === duplicates &&
    isSameData(before.absorbed ?? [], draft.absorbed) &&
    settled?.has(before, rows, suppliers)
  ) {
    return undefined
  }
  // People decide about a product as they see it: where its records and pins stay, so does what it shows.
  const mayStay = byPerson && touched && !rewritten
  const staying = mayStay && before !== undefined && hasInputsOf(before, rows, held) ? before : undefined
  const found = staying === undefined ? foundFields(rows, held.pins, surroundings) : stayingFields(staying)
  const reopened =
    byPerson || !held.verified || before?.verified !== true
      ? undefined
      : (drifted ?? changedSince(before.shown, found.shown))
  const verified = held.verified && reopened === undefined
  const content = {
    ...found,
    records: rows.map(({ id }) => id),
    verified,
    ...(verified && held.verifiedBy !== undefined ? { verifiedBy: held.verifiedBy } : {}),
    ...(held.pins === undefined || Object.keys(held.pins).length === 0 ? {} : { pins: held.pins }),
    confidence,
    duplicates,
    ...(verified ? verifiedSearchFields(found) : {}),
    ...(draft.absorbed.length === 0 ? {} : { absorbed: draft.absorbed }),
    // 0 is the step itself, whose number only the ledger knows.
    mintedChange: before?.mintedChange ?? draft.returning?.mintedChange ?? 0,
  }
  if (before === undefined) {
    const revision = (draft.returning?.revision ?? 0) + 1
    return { row: { id: draft.id, revision, ...content, lastUpdated: surroundings.at }, moved: true }
  }
  const { id, revision, lastUpdated, ...stored } = before
  if (!touched && isSameData(content, stored)) {
    if (isHeldAsBefore) settled?.add(before, rows, suppliers)
    return undefined
  }
  // Alerts and search terms are not what a product shows: they do not move its date.
  const { duplicates: _, rank: __, terms: ___, confidence: ____, ...seen } = content
  const { duplicates: _b, rank: __b, terms: ___b, confidence: ____b, ...seenBefore } = stored
  const moved = !isSameData(seen, seenBefore)
  return {
    row: { id, revision: revision + 1, ...content, lastUpdated: moved ? surroundings.at : lastUpdated },
    moved,
    ...(reopened === undefined ? {} : { reopened }),
  }
}

/** What a person would have to look at again; how a name is written does not count. */
function changedSince(before: ShownFields, after: ShownFields): string | undefined {
  if (fold(before.name) !== fold(after.name)) return `Its name was "${before.name}" and is now "${after.name}".`
  if (before.coordinates === undefined || after.coordinates === undefined) return undefined
  const meters = distanceInMeters(before.coordinates, after.coordinates)
  return meters > VERIFIED_WITHIN_METERS ? `It moved ${Math.round(meters)} m.` : undefined
}

/** What a product shows and is found by, as if nobody had verified it. */
type FoundFields = Pick<ProductRow, 'shown' | 'provenance' | 'suppliers' | 'rank' | 'terms' | 'point'>

/** Of what the fields of a product are made of, whether it is what the stored row was made of. */
function hasInputsOf(before: ProductRow, rows: readonly RecordRow[], { pins = {} }: HeldState): boolean {
  return (
    before.records.length === rows.length &&
    rows.every(({ id }, at) => id === before.records[at]) &&
    isSameData(before.pins ?? {}, pins)
  )
}

/** Chosen and made anew. */
function foundFields(
  rows: readonly RecordRow[],
  pins: HeldState['pins'],
  surroundings: ProductSurroundings,
): FoundFields {
  const { policy, suppliers } = surroundings
  const { shown, provenance, completeness } = chooseShownFields(
    rows,
    policy,
    (id) => suppliers.get(id)?.priority ?? 0,
    pins,
  )
  return {
    shown,
    provenance,
    suppliers: [...new Set(rows.map(({ record }) => record.supplier))].sort(),
    ...searchFields(rows, { shown, pins }, completeness, surroundings),
  }
}

/** Of the stored row. */
function stayingFields({ shown, provenance, suppliers, rank, terms, point, verified }: ProductRow): FoundFields {
  return {
    shown,
    provenance,
    suppliers,
    rank: verified ? rank - RANK_VERIFIED : rank,
    terms: verified ? terms.filter((term) => term !== VERIFIED_TERM) : terms,
    ...(point === undefined ? {} : { point }),
  }
}

/** What being verified adds. */
function verifiedSearchFields({ rank, terms }: Pick<ProductRow, 'rank' | 'terms'>): Pick<ProductRow, 'rank' | 'terms'> {
  return { rank: rank + RANK_VERIFIED, terms: [...terms, VERIFIED_TERM].sort() }
}

/** What a stored product is found by, made anew from its records. */
export function renewedProductRow(
  row: ProductRow,
  records: readonly RecordRow[],
  surroundings: ProductSurroundings,
): ProductRow {
  const { policy, suppliers } = surroundings
  const { completeness } = chooseShownFields(records, policy, (id) => suppliers.get(id)?.priority ?? 0, row.pins)
  const found = searchFields(records, row, completeness, surroundings)
  return { ...row, ...found, ...(row.verified ? verifiedSearchFields(found) : {}) }
}

/**
 * What a product is found by that nobody has verified.
 *
 * @param completeness - 0 to 1, of the shown fields.
 */
function searchFields(
  records: readonly RecordRow[],
  { shown, pins }: { readonly shown: ShownFields; readonly pins?: HeldState['pins'] | undefined },
  completeness: number,
  { suppliers, gazetteer }: ProductSurroundings,
): Pick<ProductRow, 'rank' | 'terms' | 'point'> {
  const terms = shownTerms(shown, pins, gazetteer)
  const supplierIds = new Set<string>()
  for (const { record } of records) {
    supplierIds.add(record.supplier)
    const name = suppliers.get(record.supplier)?.name ?? record.supplier
    addRecordTerms(terms, record, name, gazetteer)
  }
  const rank = Math.min(RANK_SUPPLIERS_MOST, supplierIds.size - 1) + Math.floor(RANK_COMPLETENESS * completeness)
  const { coordinates } = shown
  const found = { rank, terms: [...terms].sort() }
  return coordinates === undefined ? found : { ...found, point: earthPoint(coordinates) }
}

/** The weakest link; of a product of one record what its best rival leaves. Integer of 1/10,000. */
export function productConfidence({ links, rivals }: ProductDraft): number {
  if (links.size > 1) return Math.min(...[...links.values()].map(({ confidence }) => confidence))
  const best = Math.max(0, ...[...rivals.values()].map(({ strongest }) => strongest.confidence))
  return Math.min(MOST_ALONE, 10_000 - best)
}
