import { splitWebAddress } from '../features/contact-features.ts'
import type { Gazetteer } from '../model/gazetteer.ts'
import { LIMITS } from '../model/limits.ts'
import { REJECTION_CODES, type Rejection, type RejectionCode, type Repair } from '../model/repair.ts'
import type { JsonValue, MatchInput, RecordContent, SupplierRecord } from '../model/supplier-record.ts'
import { parseCategory } from './parse-category.ts'
import { parseActivity, parseAltNames, parseIdentifiers, parseTransfer } from './parse-details.ts'
import { parseLocation } from './parse-location.ts'
import { parseNumber } from './parse-number.ts'
import { RepairLog } from './repair-log.ts'
import { isPlaceholderName, repairText } from './repair-text.ts'

/** Every field of a record; whatever else a supplier sends goes to `extra`. */
const FIELDS: ReadonlySet<string> = new Set(
  (
    'supplier code ref name altNames category location phone email website brand operator stars rooms licence ' +
    'identifiers activity transfer extra'
  ).split(' '),
)
const SUPPLIER_PATTERN = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/
const SUPPLIER_CHARACTERS = 64
/** `5*`, `****`, `★`; one asterisk alone may be part of a name. */
const STARS_IN_NAME_PATTERN =
  /\s*(?:(?<![\p{L}\p{N}])([1-7])\s?[*★]|([*★☆]{2,7}|★))(?![*★☆])\s*(?:sup(?:erior)?\b\.?)?/u
const EMAIL_PATTERN = /^[^\s@,;]+@[^\s@,;]+\.[\p{L}\d-]{2,}$/u
const LEAST_PHONE_DIGITS = 5

export interface ParseOptions {
  /** The supplier of records that name none. */
  readonly supplier?: string
  readonly gazetteer?: Gazetteer
}

/** A record that can be used, with what was put right; or why it cannot be. */
export type Parsed<T> =
  | { readonly record: T; readonly repairs: readonly Repair[] }
  | { readonly rejection: Rejection; readonly repairs: readonly Repair[] }

/**
 * The door: reads what a supplier sent as a record. Strict in what identifies it (supplier,
 * code, name), forgiving in everything else: what can be repaired with proof is, what cannot
 * is taken as absent, and either is reported.
 */
export function parseRecord(input: unknown, options: ParseOptions = {}): Parsed<SupplierRecord> {
  const log = new RepairLog()
  const reject = (code: RejectionCode, field?: string, detail?: string): Parsed<SupplierRecord> => ({
    rejection: { code, ...(field === undefined ? {} : { field }), message: detail ?? REJECTION_CODES[code] },
    repairs: log.repairs,
  })
  if (!isPlainObject(input)) return reject('not_an_object')

  const supplierText = identifyingText(input.supplier) ?? options.supplier
  if (supplierText === undefined) return reject('missing_supplier', 'supplier')
  const supplier = parseSupplierId(supplierText)
  if (supplier === undefined) {
    return reject(
      'invalid_supplier',
      'supplier',
      `"${shorten(supplierText)}" cannot be made a supplier id: it has no letter a-z or digit.`,
    )
  }
  if (supplier !== supplierText) log.add('supplier', 'supplier_normalised', supplierText, supplier)

  const { code: rawCode } = input
  if (rawCode === undefined || rawCode === null || rawCode === '') return reject('missing_code', 'code')
  const code = identifyingText(rawCode)
  if (code === undefined || code.length > LIMITS.codeCharacters) return reject('invalid_code', 'code')

  const name = parseName(input, log)
  if (name.text === undefined) return reject('missing_name', 'name')
  if (isPlaceholderName(name.text)) {
    return reject('placeholder_name', 'name', `The name "${shorten(name.text)}" is a placeholder, not a name.`)
  }
  return {
    record: { supplier, code, ...parseContent(input, name, options, log) } as SupplierRecord,
    repairs: log.repairs,
  }
}

/** The same for a question: everything is optional but one of name, supplier with code, identifier. */
export function parseInput(input: unknown, options: ParseOptions = {}): Parsed<MatchInput> {
  const log = new RepairLog()
  if (!isPlainObject(input)) {
    return { rejection: { code: 'not_an_object', message: REJECTION_CODES.not_an_object }, repairs: [] }
  }
  const ref = repairText(input.ref, 'ref', LIMITS.codeCharacters, log)
  const supplierText = identifyingText(input.supplier) ?? options.supplier
  const supplier = supplierText === undefined ? undefined : parseSupplierId(supplierText)
  const code = identifyingText(input.code)
  const name = parseName(input, log)
  const usable = name.text === undefined || isPlaceholderName(name.text) ? { ...name, text: undefined } : name
  const content = parseContent(input, usable, options, log)
  const record: MatchInput = {
    ...(ref === undefined ? {} : { ref }),
    ...(supplier === undefined ? {} : { supplier }),
    ...(code === undefined ? {} : { code }),
    ...content,
  }
  const known = supplier !== undefined && code !== undefined
  if (record.name === undefined && !known && record.identifiers === undefined) {
    return { rejection: { code: 'nothing_to_match', message: REJECTION_CODES.nothing_to_match }, repairs: log.repairs }
  }
  return { record, repairs: log.repairs }
}

/** A supplier id as a slug of `a-z0-9` and single `-_.`, or undefined when nothing is left of it. */
export function parseSupplierId(text: string): string | undefined {
  if (SUPPLIER_PATTERN.test(text) && text.length <= SUPPLIER_CHARACTERS) return text
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/[-_.]{2,}/g, '-')
    .slice(0, SUPPLIER_CHARACTERS)
    .replace(/^[-_.]+|[-_.]+$/g, '')
  return slug === '' ? undefined : slug
}

interface ParsedName {
  readonly text: string | undefined
  /** Stars that were written into it. */
  readonly stars: number | undefined
}

function parseName(input: Record<string, unknown>, log: RepairLog): ParsedName {
  const text = repairText(input.name, 'name', LIMITS.nameCharacters, log)
  const asterisks = STARS_IN_NAME_PATTERN.exec(text ?? '')
  if (text === undefined || asterisks === null) return { text, stars: undefined }
  const bare = text.replace(STARS_IN_NAME_PATTERN, ' ').replace(/\s+/g, ' ').trim()
  log.add('name', 'stars_from_name', text, bare)
  return { text: bare === '' ? undefined : bare, stars: Number(asterisks[1] ?? asterisks[2]?.length) }
}

function parseContent(
  input: Record<string, unknown>,
  name: ParsedName,
  options: ParseOptions,
  log: RepairLog,
): RecordContent {
  const text = (field: string): string | undefined => repairText(input[field], field, LIMITS.textCharacters, log)
  const fields = {
    name: name.text,
    altNames: parseAltNames(input.altNames, log),
    category: parseCategoryField(input.category, log),
    location: parseLocation(input.location, options.gazetteer, log),
    phone: checked(text('phone'), 'phone', (phone) => phone.replace(/\D/g, '').length >= LEAST_PHONE_DIGITS, log),
    email: checked(text('email'), 'email', (email) => EMAIL_PATTERN.test(email), log),
    website: checked(text('website'), 'website', (website) => splitWebAddress(website) !== undefined, log),
    brand: text('brand'),
    operator: text('operator'),
    stars: parseNumber(input.stars, 'stars', 0.5, 7, log) ?? name.stars,
    rooms: wholeNumber(parseNumber(input.rooms, 'rooms', 1, 20_000, log)),
    licence: repairText(input.licence, 'licence', LIMITS.codeCharacters, log),
    identifiers: parseIdentifiers(input.identifiers, log),
    activity: parseActivity(input.activity, log),
    transfer: parseTransfer(input.transfer, log),
    extra: parseExtra(input, log),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as RecordContent
}

function parseCategoryField(value: unknown, log: RepairLog): string | undefined {
  const text = repairText(Array.isArray(value) ? value.join(', ') : value, 'category', LIMITS.textCharacters, log)
  if (text === undefined) return undefined
  const { category, known } = parseCategory(text)
  if (!known) log.add('category', 'category_unknown', text, category.slug)
  return category.slug
}

/** Unknown fields and `extra` itself, as JSON; own properties only, so that no key can reach a prototype. */
function parseExtra(input: Record<string, unknown>, log: RepairLog): Readonly<Record<string, JsonValue>> | undefined {
  const entries = new Map<string, unknown>()
  for (const [key, value] of Object.entries(input)) {
    if (FIELDS.has(key) || value === undefined || value === null) continue
    log.add(key, 'unknown_field', value)
    entries.set(key, value)
  }
  const { extra } = input
  if (isPlainObject(extra)) for (const [key, value] of Object.entries(extra)) entries.set(key, value)
  else if (extra !== undefined && extra !== null) log.add('extra', 'value_removed', extra)
  if (entries.size === 0) return undefined
  const json = jsonOf(Object.fromEntries(entries))
  if (json === undefined || json.length > LIMITS.extraCharacters) {
    log.add(
      'extra',
      'value_removed',
      json === undefined ? 'not JSON' : `${json.length} characters of JSON, ${LIMITS.extraCharacters} are kept`,
    )
    return undefined
  }
  return JSON.parse(json) as Record<string, JsonValue>
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function checked(
  text: string | undefined,
  field: string,
  isUsable: (text: string) => boolean,
  log: RepairLog,
): string | undefined {
  if (text === undefined || isUsable(text)) return text
  log.add(field, 'value_removed', text)
  return undefined
}

function wholeNumber(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value)
}

/** Text that identifies: taken as it is but for white space around it. */
function identifyingText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return undefined
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? undefined : text
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
