import { canonicalJson } from '../encoding/canonical-json.ts'
import { type FieldPath, fieldPaths, valueAt } from '../fields/field-paths.ts'
import type { MemberDefinition } from '../fields/field-type.ts'
import { type FieldTable, RECORD_FIELDS } from '../fields/record-fields.ts'
import type { SupplierCode } from '../model/supplier-record.ts'
import type { RecordRow } from '../storage/rows.ts'
import { fold } from '../text/fold.ts'
import { chooseValue, type RankedValue } from './choose-value.ts'
import { RecordRanking } from './record-ranking.ts'
import type { SurvivorshipRule, SurvivorshipRules } from './survivorship-rules.ts'

/** The values of a product outside its golden record. */
export interface ProductDetails {
  /** The values in the shape of a record: `{ images: [...], activity: { durationMinutes: 90 } }`. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The records that provide each value, by the path of the field. A joined list has several records. */
  readonly provenance: Readonly<Record<string, readonly SupplierCode[]>>
}

/** The objects and fields of a record whose values belong to its product as a whole, although comparisons read them. */
const COMPARED_FIELDS: ReadonlySet<string> = new Set(['activity', 'transfer', 'operator'])

const cache = new WeakMap<FieldTable, readonly FieldPath[]>()

/** Returns the fields that a product shows besides its golden record: each value, but no object around others. */
function detailPaths(fields: FieldTable): readonly FieldPath[] {
  const known = cache.get(fields)
  if (known !== undefined) return known
  const isWhole = (definition: MemberDefinition): boolean =>
    definition.detail === true || definition.type.kind !== 'object'
  const shown: FieldPath[] = []
  for (const field of fieldPaths(fields)) {
    const { path, definition } = field
    const isWithinShown = shown.some(
      (other) => other.path.length < path.length && other.path.every((name, at) => name === path[at]),
    )
    const isShown = definition.detail === true || COMPARED_FIELDS.has(path[0] as string)
    if (isShown && isWhole(definition) && !isWithinShown && definition.merge !== 'own') shown.push(field)
  }
  cache.set(fields, shown)
  return shown
}

/**
 * Chooses the values of a product outside its golden record, field by field.
 *
 * @param records - The records of the product with their details.
 * @param priorityOf - Returns the priority of a supplier.
 * @returns undefined if no record has such a value.
 */
export function chooseDetails(
  records: readonly RecordRow[],
  survivorshipRules: SurvivorshipRules,
  priorityOf: (supplier: string) => number,
  fields: FieldTable = RECORD_FIELDS,
): ProductDetails | undefined {
  const chosen: Record<string, unknown> = {}
  const provenance: Record<string, readonly SupplierCode[]> = {}
  const ranking = new RecordRanking(records, priorityOf)
  const orders = new Map<string, readonly SurvivorshipRule[]>()
  for (const { path, definition } of detailPaths(fields)) {
    const name = path.join('.')
    const key = survivorshipRules.fields?.[name] === undefined ? (definition.merge ?? '') : name
    const order = orders.get(key) ?? orderOf(name, definition, survivorshipRules)
    orders.set(key, order)
    const values: RankedValue[] = []
    for (const ranked of ranking.by(order)) {
      const value = valueAt(ranked.row.record, path)
      if (value !== undefined) values.push({ ranked, value })
    }
    const used = order.at(-1) === 'union' ? joinLists(values) : chooseOne(values, order)
    if (used === undefined) continue
    setAt(chosen, path, used.value)
    provenance[name] = used.sources
  }
  return Object.keys(provenance).length === 0 ? undefined : { fields: chosen, provenance }
}

function orderOf(
  name: string,
  { merge }: MemberDefinition,
  { order, fields = {} }: SurvivorshipRules,
): readonly SurvivorshipRule[] {
  const own = fields[name]
  if (own !== undefined) return own
  if (merge === 'union') return [...order, 'union']
  return merge === 'longest' ? ['priority', 'longest', ...order.filter((rule) => rule !== 'priority')] : order
}

interface Chosen {
  readonly value: unknown
  readonly sources: readonly SupplierCode[]
}

function chooseOne(values: readonly RankedValue[], order: readonly SurvivorshipRule[]): Chosen | undefined {
  const best = chooseValue(values, order)
  return best === undefined ? undefined : { value: best.value, sources: [sourceOf(best)] }
}

/** Joins lists, best record first. Entries that differ only in case, accents or punctuation of a text are one entry. */
function joinLists(values: readonly RankedValue[]): Chosen | undefined {
  const entries = new Map<string, unknown>()
  const sources: SupplierCode[] = []
  for (const each of values) {
    const before = entries.size
    for (const entry of Array.isArray(each.value) ? each.value : [each.value]) {
      const key = typeof entry === 'string' ? fold(entry) : canonicalJson(entry)
      if (!entries.has(key)) entries.set(key, entry)
    }
    if (entries.size > before) sources.push(sourceOf(each))
  }
  return entries.size === 0 ? undefined : { value: [...entries.values()], sources }
}

function sourceOf({ ranked }: RankedValue): SupplierCode {
  const { supplier, code } = ranked.row.record
  return { supplier, code }
}

function setAt(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...others] = path
  if (others.length === 0) {
    object[name] = value
    return
  }
  const within = (object[name] ?? {}) as Record<string, unknown>
  object[name] = within
  setAt(within, others, value)
}
