import { isPlainObject, setOwn } from '../json/plain-object.ts'
import type { RowReading } from './column-plan.ts'
import type { Mapping } from './mapping.ts'
import { RecordDraft } from './record-draft.ts'
import { RECORD_FIELD_NAMES } from './record-target.ts'
import { RowColumns } from './row-columns.ts'

const MAPPED_RANK = -1
const CONSTANT_RANK = -2

/**
 * Converts a supplier's row to the record shape that core imports. The mapping decides for its own targets, the table
 * of aliases for all others. Values only change their shape. Only `null` is dropped: a value without a field goes to
 * `extra` under its own key.
 *
 * A mapped target takes its value only from its column, without guessing from aliases. A constant wins over everything.
 *
 * @param seen - A function that is called with each mapped column that the row has.
 * @param reading - The meanings of the columns of this feed. Default: the meanings of their names.
 */
export function toRecord(
  row: Record<string, unknown>,
  mapping?: Mapping,
  seen?: (column: string) => void,
  reading?: RowReading,
): Record<string, unknown> {
  const draft = new RecordDraft(reading)
  const taken = new Set<string>()
  const decided = new Set<string>()

  for (const { target, value } of mapping?.constants ?? []) {
    draft.put(target, value, target, CONSTANT_RANK)
    decided.add(target)
  }
  const columns = new RowColumns(row)
  for (const { target, column } of mapping?.columns ?? []) {
    decided.add(target)
    const found = columns.read(column)
    if (found === undefined) continue
    seen?.(column)
    draft.put(target, found.value, column, MAPPED_RANK)
    if (found.key !== undefined) taken.add(found.key)
  }
  const sizes = { altNames: draft.altNames.length, identifiers: draft.identifiers.length }
  for (const key of Object.keys(row)) if (!taken.has(key)) draft.add(key, row[key])
  if (decided.size > 0) keepUnmapped(draft, decided, sizes)

  collectMembers(draft)
  resolveTransferEnds(draft)
  resolveCategory(draft)
  combineCoordinates(draft)
  combineAddress(draft)
  convertDuration(draft)
  return write(draft)
}

/** Moves values that aliases gave to a mapped target into `extra`: the mapped column is empty in this row. */
function keepUnmapped(
  draft: RecordDraft,
  decided: ReadonlySet<string>,
  sizes: { altNames: number; identifiers: number },
): void {
  for (const [target, { rank, key, value }] of draft.slots) {
    if (decided.has(target) && rank > MAPPED_RANK) {
      draft.slots.delete(target)
      if (value !== '') draft.keepExtra(key, value)
    }
  }
  for (const [target, members] of draft.members) {
    if (!decided.has(target)) continue
    draft.members.delete(target)
    for (const { key, value } of members) draft.keepExtra(key, value)
  }
  for (const list of ['altNames', 'identifiers'] as const) {
    if (!decided.has(list)) continue
    for (const value of draft[list].splice(sizes[list])) draft.keepExtra(list, value)
  }
}

/** Completes each list that several columns fill, in the order of their numbers. */
function collectMembers(draft: RecordDraft): void {
  for (const [target, members] of draft.members) {
    members.sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1))
    const values = members.flatMap(({ value }) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    const whole = draft.slots.get(target)
    const before = whole === undefined || whole.value === '' ? [] : listOf(whole.value)
    draft.slots.set(target, { rank: 0, key: whole?.key ?? target, value: [...before, ...values] })
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[,;|]/).map((part) => part.trim())
      : [value]
}

/** `from` and `to` are the ends of a transfer if the row has both. */
function resolveTransferEnds(draft: RecordDraft): void {
  const has = (end: string): boolean =>
    draft.transferEnds.some(({ target }) => target === end) ||
    [...draft.slots.keys()].some((key) => key.startsWith(`${end}.`))
  const isRide = draft.transferEnds.length > 0 && has('transfer.from') && has('transfer.to')
  for (const { target, slot } of draft.transferEnds) {
    if (isRide) draft.put(target, slot.value, slot.key, slot.rank)
    else draft.keepExtra(slot.key, slot.value)
  }
}

function resolveCategory(draft: RecordDraft): void {
  for (const { key, value } of draft.subtypes) {
    const first = Array.isArray(value) ? value[0] : value
    const isMissing = (draft.slots.get('category')?.value ?? '') === ''
    if (isMissing && typeof first === 'string' && first !== '') {
      draft.put('category', first, key, 0)
      if (!Array.isArray(value) || value.length === 1) continue
    }
    draft.keepExtra(key, value)
  }
  const category = draft.slots.get('category')?.value
  const isPoint = typeof category === 'string' && /airport|aero|airfield|flughafen|station|port\b/i.test(category)
  for (const { scheme, key, value } of draft.pointIdentifiers) {
    if (isPoint) draft.put(`identifiers.${scheme}`, value, key, 0)
    else draft.keepExtra(key, value)
  }
}

const PLACES = ['location', 'transfer.from', 'transfer.to'].map((place) => ({
  latitude: `${place}.latitude`,
  longitude: `${place}.longitude`,
  coordinates: `${place}.coordinates`,
}))

/** Combines latitude and longitude into a pair, even if a number is missing: core then reports the missing number. */
function combineCoordinates(draft: RecordDraft): void {
  const { slots } = draft
  for (const place of PLACES) {
    const latitude = slots.get(place.latitude)
    const longitude = slots.get(place.longitude)
    if (latitude === undefined && longitude === undefined) continue
    slots.delete(place.latitude)
    slots.delete(place.longitude)
    if (slots.has(place.coordinates)) {
      for (const part of [latitude, longitude]) if (part !== undefined) draft.keepExtra(part.key, part.value)
    } else {
      const value = [latitude?.value ?? null, longitude?.value ?? null]
      slots.set(place.coordinates, { rank: 0, key: place.coordinates, value })
    }
  }
}

const ADDRESS_PARTS = ['location.houseNumber', 'location.street', 'location.address2', 'location.address3']

/** Combines an address into one text, from several lines or from street and number. */
function combineAddress(draft: RecordDraft): void {
  if (!ADDRESS_PARTS.some((target) => draft.slots.has(target))) return
  const street = ['location.houseNumber', 'location.street'].flatMap((target) => slotOf(draft, target))
  const lines = ['location.address2', 'location.address3'].flatMap((target) => slotOf(draft, target))
  const whole = slotOf(draft, 'location.address')
  const first = whole.length > 0 ? [] : street.filter(isText)
  const parts = [...whole, ...lines]
  for (const slot of street) if (!first.includes(slot)) draft.keepExtra(slot.key, slot.value)
  for (const slot of parts) if (!isText(slot)) draft.keepExtra(slot.key, slot.value)
  const texts = [
    first.map(({ value }) => String(value)).join(' '),
    ...parts.filter(isText).map(({ value }) => String(value)),
  ]
  const value = texts.filter((text) => text.trim() !== '').join(', ')
  if (value !== '') draft.slots.set('location.address', { rank: 0, key: 'address', value })
}

function convertDuration(draft: RecordDraft): void {
  for (const { key, value } of slotOf(draft, 'activity.durationHours')) {
    const hours = value === '' ? Number.NaN : Number(value)
    if (Number.isFinite(hours)) draft.put('activity.durationMinutes', hours * 60, key, EMPTY_LAST)
    else draft.keepExtra(key, value)
  }
}

const EMPTY_LAST = 500

function slotOf(draft: RecordDraft, target: string): { rank: number; key: string; value: unknown }[] {
  const slot = draft.slots.get(target)
  draft.slots.delete(target)
  return slot === undefined ? [] : [slot]
}

function isText({ value }: { value: unknown }): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** Builds the record. Its fields have the order of the table of fields. */
function write({ extra, altNames, identifiers, slots }: RecordDraft): Record<string, unknown> {
  const fields: { readonly layout: Layout; readonly value: unknown }[] = []
  if (altNames.length > 0) fields.push({ layout: layoutOf('altNames'), value: altNames })
  if (identifiers.length > 0) fields.push({ layout: layoutOf('identifiers'), value: identifiers })
  for (const [target, { value }] of slots) fields.push({ layout: layoutOf(target), value })
  fields.sort((a, b) => a.layout.order - b.layout.order)
  const record: Record<string, unknown> = {}
  for (const { layout, value } of fields) setPath(record, layout.path, value)
  if (Object.keys(extra).length > 0) record.extra = extra
  return record
}

/** The place of a target in the record. */
interface Layout {
  readonly path: readonly string[]
  /** The position of the field of the record in its table. */
  readonly order: number
}

const ORDERS: ReadonlyMap<string, number> = new Map(RECORD_FIELD_NAMES.map((name, order) => [name, order]))
const layouts = new Map<string, Layout>()

/** Returns the place of a target. The targets are the fields of the record, so the cache is small. */
function layoutOf(target: string): Layout {
  let layout = layouts.get(target)
  if (layout === undefined) {
    const path = target.split('.')
    layout = { path, order: ORDERS.get(path[0] as string) ?? RECORD_FIELD_NAMES.length }
    layouts.set(target, layout)
  }
  return layout
}

function setPath(tree: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let branch = tree
  const last = path.length - 1
  for (let at = 0; at < last; at++) {
    const name = path[at] as string
    let next = Object.hasOwn(branch, name) ? branch[name] : undefined
    if (!isPlainObject(next)) {
      next = {}
      setOwn(branch, name, next)
    }
    branch = next as Record<string, unknown>
  }
  setOwn(branch, path[last] as string, value)
}
