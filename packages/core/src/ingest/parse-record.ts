import type { FieldTable } from '../fields/record-fields.ts'
import type { Gazetteer } from '../geo/gazetteer.ts'
import { defined } from '../model/defined.ts'
import { LIMITS } from '../model/limits.ts'
import { REJECTION_CODES, type Rejection, type RejectionCode, type Repair } from '../model/repair.ts'
import type { MatchInput, SupplierCode, SupplierRecord } from '../model/supplier-record.ts'
import { hasMoreCharacters } from '../text/count-characters.ts'
import { cutText } from '../text/cut-text.ts'
import { type MissingCategory, parseContent } from './parse-content.ts'
import { isPlainObject } from './parse-extra.ts'
import { parseName } from './parse-name.ts'
import { inferCategory } from './repairs/infer-category.ts'
import { RepairLog } from './repairs/repair-log.ts'
import { bigIntText, isPlaceholderName, repairText } from './repairs/repair-text.ts'
import { TextTooLong } from './repairs/text-too-long.ts'

const SUPPLIER_PATTERN = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/
const MAX_SUPPLIER_CHARACTERS = 64
const SUPPLIER_UNITS_READ = 512
/** A pattern for placeholders of a missing code. Any other text may be a code. */
const CODE_PLACEHOLDER_PATTERN = /^(?:[^\p{L}\p{N}]+|n\/a|#n\/a|null|undefined|none|\(null\))$/iu
/** A pattern for not-a-number as programs write it. `NAN` in capitals is an airport. */
const NO_NUMBER_PATTERN = /^[nN]a[nN]$/

/** Options of the record parser. */
export interface ParseOptions {
  /** The supplier of records that do not contain a supplier. */
  readonly supplier?: string
  readonly gazetteer?: Gazetteer
  /** The fields of a record. Default: the fields of the default schema. */
  readonly fields?: FieldTable
  /**
   * Returns the default category of a supplier. If given, a record without a category gets this category, else the
   * category that its name proves.
   */
  readonly defaultCategory?: (supplier: string) => string | undefined
}

/** A usable record or a rejection, with the repairs. */
export type Parsed<T> =
  | { readonly record: T; readonly repairs: readonly Repair[] }
  | { readonly rejection: Rejection; readonly repairs: readonly Repair[] }

/**
 * Parses a supplier's data as a record. The parser is strict with identifying fields (supplier, code, name) and lenient
 * with all other fields. It repairs errors with a proven correction, removes other wrong values, and reports all
 * repairs and removals.
 */
export function parseRecord(input: unknown, options: ParseOptions = {}): Parsed<SupplierRecord> {
  const log = new RepairLog()
  try {
    return readRecord(input, options, log)
  } catch (error) {
    return unreadable(error, log)
  }
}

function readRecord(input: unknown, options: ParseOptions, log: RepairLog): Parsed<SupplierRecord> {
  const reject = (
    code: RejectionCode,
    field?: string,
    detail?: string,
    of?: Rejection['of'],
  ): Parsed<SupplierRecord> => ({
    rejection: {
      code,
      ...defined({ field }),
      message: detail ?? REJECTION_CODES[code],
      ...defined({ of }),
    },
    repairs: log.repairs,
  })
  if (!isPlainObject(input)) return reject('not_an_object')
  const of = readCode(input, options, log)
  if ('reason' in of) return reject(of.reason, of.field, of.detail)
  const { supplier, code } = of
  const name = parseName(input, log)
  if (name.text === undefined) return reject('missing_name', 'name', undefined, of)
  if (isPlaceholderName(name.text)) {
    return reject('placeholder_name', 'name', `The name "${shorten(name.text)}" is a placeholder, not a name.`, of)
  }
  const { defaultCategory } = options
  const missingCategory: MissingCategory | undefined =
    defaultCategory && ((text) => defaultCategory(supplier) ?? (text === undefined ? undefined : inferCategory(text)))
  const content = parseContent(input, name, { ...options, missingCategory }, log)
  return {
    record: { supplier, code, ...content } as SupplierRecord,
    repairs: log.repairs,
  }
}

/** The reason why the code of a record cannot be used. */
interface UnusableCode {
  readonly reason: RejectionCode
  readonly field: string
  readonly detail?: string
}

function readCode(input: Record<string, unknown>, options: ParseOptions, log: RepairLog): SupplierCode | UnusableCode {
  const ownSupplier = identifyingText(input.supplier)
  if (ownSupplier === undefined && !isAbsent(input.supplier)) return { reason: 'invalid_supplier', field: 'supplier' }
  const supplierText = ownSupplier ?? options.supplier
  if (supplierText === undefined) return { reason: 'missing_supplier', field: 'supplier' }
  const supplier = parseSupplierId(supplierText)
  if (supplier === undefined) {
    const detail = `"${shorten(supplierText)}" cannot be converted to a supplier id: it has no letter a-z or digit.`
    return { reason: 'invalid_supplier', field: 'supplier', detail }
  }
  if (supplier !== supplierText) log.add('supplier', 'supplier_normalised', supplierText, supplier)

  if (isAbsent(input.code)) return { reason: 'missing_code', field: 'code' }
  const code = identifyingText(input.code)
  if (code === undefined || hasMoreCharacters(code, LIMITS.codeCharacters)) {
    return { reason: 'invalid_code', field: 'code' }
  }
  if (!isPlaceholderCode(code)) return { supplier, code }
  const detail = `The code "${shorten(code)}" is a placeholder, not a code.`
  return { reason: 'missing_code', field: 'code', detail }
}

/** Parses only the supplier and the code of a record, as {@link parseRecord} does. */
export function parseRecordCode(input: unknown, options: ParseOptions = {}): Parsed<SupplierCode> {
  const log = new RepairLog()
  try {
    if (!isPlainObject(input)) {
      return { rejection: { code: 'not_an_object', message: REJECTION_CODES.not_an_object }, repairs: [] }
    }
    const read = readCode(input, options, log)
    if (!('reason' in read)) return { record: read, repairs: log.repairs }
    const { reason, field, detail = REJECTION_CODES[reason] } = read
    return { rejection: { code: reason, field, message: detail }, repairs: log.repairs }
  } catch (error) {
    return unreadable(error, log)
  }
}

function isPlaceholderCode(code: string): boolean {
  return CODE_PLACEHOLDER_PATTERN.test(code) || NO_NUMBER_PATTERN.test(code)
}

/** Returns a rejection of the current record only. A getter or proxy may throw anything. */
function unreadable(error: unknown, log: RepairLog): { rejection: Rejection; repairs: readonly Repair[] } {
  if (TextTooLong.is(error)) {
    const { field, message } = error
    return { rejection: { code: 'text_too_long', field, message }, repairs: log.repairs }
  }
  const reason = reasonOf(error)
  const detail = reason === undefined ? '' : ` (${shorten(reason)})`
  return {
    rejection: { code: 'unreadable', message: `The record could not be read${detail}: send plain data.` },
    repairs: log.repairs,
  }
}

/** Returns the reason of a thrown value. Even the thrown value may be hostile. */
function reasonOf(error: unknown): string | undefined {
  try {
    return error instanceof Error ? identifyingText(error.message) : undefined
  } catch {
    return undefined
  }
}

/** Parses a match query. The query needs only one of these: a name, a supplier with a code, or an identifier. */
export function parseInput(input: unknown, options: ParseOptions = {}): Parsed<MatchInput> {
  const log = new RepairLog()
  try {
    return readInput(input, options, log)
  } catch (error) {
    return unreadable(error, log)
  }
}

function readInput(input: unknown, options: ParseOptions, log: RepairLog): Parsed<MatchInput> {
  if (!isPlainObject(input)) {
    return { rejection: { code: 'not_an_object', message: REJECTION_CODES.not_an_object }, repairs: [] }
  }
  const ref = repairText(input.ref, 'ref', LIMITS.codeCharacters, log)
  const ownSupplier = identifyingText(input.supplier)
  const supplierText = ownSupplier ?? (isAbsent(input.supplier) ? options.supplier : undefined)
  const supplier = supplierText === undefined ? undefined : parseSupplierId(supplierText)
  if (supplier === undefined && !isAbsent(input.supplier)) log.add('supplier', 'value_removed', input.supplier)
  else if (supplier !== supplierText) log.add('supplier', 'supplier_normalised', supplierText, supplier)
  const code = parseInputCode(input.code, log)
  const name = parseName(input, log)
  const isUsable = name.text === undefined || !isPlaceholderName(name.text)
  if (!isUsable) log.add('name', 'placeholder_removed', name.text)
  const content = parseContent(input, isUsable ? name : { ...name, text: undefined }, options, log)
  const record: MatchInput = {
    ...defined({ ref, supplier, code }),
    ...content,
  }
  const known = supplier !== undefined && code !== undefined
  if (record.name === undefined && !known && record.identifiers === undefined) {
    return { rejection: { code: 'nothing_to_match', message: REJECTION_CODES.nothing_to_match }, repairs: log.repairs }
  }
  return { record, repairs: log.repairs }
}

function parseInputCode(value: unknown, log: RepairLog): string | undefined {
  if (isAbsent(value)) return undefined
  const code = identifyingText(value)
  if (code !== undefined && !hasMoreCharacters(code, LIMITS.codeCharacters) && !isPlaceholderCode(code)) return code
  log.add('code', 'value_removed', value)
  return undefined
}

/** Returns a supplier id as a slug of `a-z0-9` and single `-_.`, or undefined if nothing remains. */
export function parseSupplierId(text: string): string | undefined {
  if (SUPPLIER_PATTERN.test(text) && text.length <= MAX_SUPPLIER_CHARACTERS) return text
  // Normalisation sorts combining marks, which is slow for texts with thousands of marks.
  const slug = cutText(text, SUPPLIER_UNITS_READ)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/[-_.]{2,}/g, '-')
    .slice(0, MAX_SUPPLIER_CHARACTERS)
    .replace(/^[-_.]|[-_.]$/g, '')
  return slug === '' ? undefined : slug
}

/** Returns an identifying text without surrounding white space and otherwise unchanged. */
export function identifyingText(value: unknown): string | undefined {
  if (typeof value === 'bigint') return bigIntText(value)
  // A larger number has lost its last digits, so two codes would become equal.
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? undefined : text
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function shorten(text: string): string {
  return text.length > 60 ? `${cutText(text, 59)}…` : text
}
