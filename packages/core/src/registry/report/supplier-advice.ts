import { defined } from '../../model/defined.ts'
import type { ImportSummary } from '../../model/import-summary.ts'
import { REJECTION_CODES, type RejectionCode } from '../../model/repair.ts'
import type { FieldEffect, LinkCounts } from './supplier-counts.ts'

/** The kinds of advice, each with the sentence that documents it. */
export const ADVICE_CODES = {
  missing_field: 'Records lack a field, and records with the field are linked more often.',
  ignored_column: 'A column of the last import has values, but no field used it.',
  rejected: 'The last import rejected records.',
  unreadable: 'The last import could not read parts of the file.',
  no_category: 'Records of the last import state no category.',
  unknown_category: 'Records of the last import state a category that utpid does not know.',
  doubtful: 'Products of the supplier have open alerts.',
  own_duplicates: 'Several records of the supplier are one product.',
} as const

/** A stable code of an advice. */
export type AdviceCode = keyof typeof ADVICE_CODES

/** One thing that would help the records of a supplier, with its evidence. */
export interface Advice {
  readonly code: AdviceCode
  /** One or two sentences with the evidence. */
  readonly message: string
  /** The command of utpid, or the option of `utpid import`, that helps. */
  readonly command?: string
  /** The number of records concerned. */
  readonly records: number
  /**
   * For a missing field: an estimate of how many more records would be linked. It assumes that records without the field
   * would be linked as often as the records of the supplier with the field.
   */
  readonly estimatedLinks?: number
  /** The field, column or rejection code that the advice is about. */
  readonly about?: string
}

/** The number of records with a field below which their share of links proves nothing. */
const MIN_RECORDS = 20
/** The difference of shares of links below which a field does not help. */
const MIN_DIFFERENCE = 0.02
/** The share of values from which an ignored column matters. */
const MIN_FILLED = 0.2
const MAX_ADVICE = 10

const FIELD_NAMES: Readonly<Record<FieldEffect['field'], readonly [noun: string, verb: string]>> = {
  coordinates: ['coordinates', 'Coordinates'],
  address: ['street address', 'Addresses'],
  city: ['city', 'Cities'],
  postalCode: ['postcode', 'Postcodes'],
  phone: ['phone', 'Phones'],
  website: ['website', 'Websites'],
  identifiers: ['shared identifier', 'Identifiers'],
}

const REMEDIES: Partial<Record<RejectionCode, string>> = {
  missing_code: '--column code=COLUMN',
  missing_name: '--column name=COLUMN',
  missing_supplier: '--supplier ID',
}

interface Ranked {
  readonly advice: Advice
  /** The expected number of records that the advice helps. */
  readonly weight: number
}

/** Returns the advice for a supplier, most helpful first. */
export function supplierAdvice(
  total: LinkCounts,
  fields: readonly FieldEffect[],
  last: ImportSummary | undefined,
): Advice[] {
  return ranked([
    ...fields.flatMap(missingField),
    ...openQuestions(total),
    ...(last === undefined ? [] : ofImport(last)),
  ])
}

/** The parts of a summary that advice follows from. */
export type AdvisedImport = Pick<ImportSummary, 'counts' | 'rejections' | 'categories' | 'source'>

/** Returns the advice that follows from one import alone, most helpful first. */
export function importAdvice(summary: AdvisedImport): Advice[] {
  return ranked([...openQuestions({ doubtful: summary.counts.alerted, own: 0 }), ...ofImport(summary)])
}

function ranked(all: readonly Ranked[]): Advice[] {
  return all
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_ADVICE)
    .map(({ advice }) => advice)
}

function missingField({ field, with: having, without }: FieldEffect): Ranked[] {
  if (without.records === 0 || having.records < MIN_RECORDS) return []
  const [rate, other] = [having.linked / having.records, without.linked / without.records]
  if (rate - other < MIN_DIFFERENCE) return []
  const estimatedLinks = Math.round((rate - other) * without.records)
  if (estimatedLinks === 0) return []
  const [noun, title] = FIELD_NAMES[field]
  const message = `${whole(without.records)} of ${whole(having.records + without.records)} records have no ${noun}. ${percent(rate)} of the other records are linked, but only ${percent(other)} of these. ${title} would link about ${whole(estimatedLinks)} more (estimate).`
  const advice: Advice = { code: 'missing_field', message, records: without.records, estimatedLinks, about: field }
  return [{ advice, weight: estimatedLinks }]
}

function openQuestions({ doubtful, own }: Pick<LinkCounts, 'doubtful' | 'own'>): Ranked[] {
  const found: Ranked[] = []
  if (doubtful > 0) {
    const message = `${records(doubtful)} may have a duplicate product.`
    const advice: Advice = { code: 'doubtful', message, command: 'utpid review', records: doubtful }
    found.push({ advice, weight: doubtful / 2 })
  }
  if (own > 0) {
    const message = `${records(own)} share a product with other records of this supplier only. The supplier may list products twice.`
    found.push({ advice: { code: 'own_duplicates', message, records: own }, weight: own / 20 })
  }
  return found
}

function ofImport({ counts, rejections, categories, source = {} }: AdvisedImport): Ranked[] {
  const { linked, created, alerted, updated, unchanged } = counts
  const used = linked + created + alerted + updated + unchanged
  const found: Ranked[] = []
  for (const { column, filled, guess } of source.ignored ?? []) {
    if (filled < MIN_FILLED) continue
    const size = Math.round(filled * used)
    const what = `Column "${column}" (${percent(filled)} filled) is not used.`
    const advice: Advice =
      guess === undefined
        ? { code: 'ignored_column', message: what, records: size, about: column }
        : {
            code: 'ignored_column',
            message: `${what} It looks like ${guess}.`,
            command: `--column ${guess}=${quotedIfNeeded(column)}`,
            records: size,
            about: column,
          }
    found.push({ advice, weight: guess === undefined ? 0 : size / 10 })
  }
  for (const [code, amount] of Object.entries(rejections) as [RejectionCode, number][]) {
    const message = `${records(amount)} rejected: ${REJECTION_CODES[code] ?? code}`
    // If only some records lack the value, its column is known.
    const command = amount * 2 < used + counts.rejected ? undefined : REMEDIES[code]
    const advice: Advice = { code: 'rejected', message, ...defined({ command }), records: amount, about: code }
    found.push({ advice, weight: amount })
  }
  const { unreadable = 0 } = source
  if (unreadable > 0) {
    const message = `${whole(unreadable)} ${unreadable === 1 ? 'line' : 'lines'} could not be read.`
    const advice: Advice = { code: 'unreadable', message, command: '--report FILE', records: unreadable }
    found.push({ advice, weight: unreadable })
  }
  const { missing, unknown, stated, inferred } = categories
  if (missing > 0) {
    const none =
      stated + inferred + unknown === 0 ? 'No record states a category' : `${records(missing)} state no category`
    const message = `${none}, so ${missing === 1 ? 'it counts' : 'they count'} as "other".`
    const advice: Advice = { code: 'no_category', message, command: '--set category=hotel', records: missing }
    found.push({ advice, weight: missing / 20 })
  }
  if (unknown > 0) {
    const message = `${records(unknown)} state a category that utpid does not know and count as "other".`
    found.push({ advice: { code: 'unknown_category', message, records: unknown }, weight: unknown / 20 })
  }
  return found
}

function quotedIfNeeded(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `"${text}"`
}

function records(amount: number): string {
  return `${whole(amount)} ${amount === 1 ? 'record' : 'records'}`
}

function whole(amount: number): string {
  return amount.toLocaleString('en-US')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
