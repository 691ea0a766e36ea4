import { GOLDEN_FIELDS, lettersOf } from '../../fields/field-paths.ts'
import type { ProductRow, RecordId } from '../rows.ts'
import { type CompactRow, CompactRows, hasFieldIdsOnly } from './compact-rows.ts'
import { decodeTime, encodeTime } from './encode-time.ts'
import { termsOf, termsText } from './terms-text.ts'

/**
 * A product without id and revision, as a compact JSON row. The source record of a field is its position among the
 * records, the terms are a {@link termsText}, and default values are omitted.
 */
type Content = readonly [
  shown: CompactRow,
  /** One position for all fields, one position for each field, or the unchanged provenance. */
  provenance: number | string | ProductRow['provenance'],
  records: ProductRow['records'],
  suppliers: ProductRow['suppliers'],
  confidence: number,
  rank: number,
  mintedChange: number,
  lastUpdated: string,
  terms: string | ProductRow['terms'],
  point: ProductRow['point'] | 0,
  others?: object,
]

const SHOWN: CompactRows = new CompactRows(
  lettersOf(GOLDEN_FIELDS.map(({ name, definition }) => [name, definition] as const)),
)

/** The base in which positions are written, so that most positions have one digit. */
const POSITION_BASE = 36

/** Encodes a product without id and revision compactly. */
export function productContent(row: ProductRow): string {
  const {
    goldenRecord,
    provenance,
    records,
    suppliers,
    confidence,
    rank,
    mintedChange,
    lastUpdated,
    terms,
    point,
    ...rest
  } = row
  const { id: _id, revision: _revision, verified, duplicates, ...others } = rest
  const isUsual = !verified && duplicates === 0 && Object.keys(others).length === 0
  const lettered = SHOWN.encode(goldenRecord)
  const content: unknown[] = [
    lettered,
    positionsOf(provenance, lettered, Object.keys(goldenRecord), records),
    records,
    suppliers,
    confidence,
    rank,
    mintedChange,
    encodeTime(lastUpdated),
    termsText(terms) ?? terms,
    point ?? 0,
  ]
  if (!isUsual) content.push({ ...others, verified, duplicates })
  return JSON.stringify(content)
}

/** A product in its stored form. */
export interface StoredProduct {
  readonly id: number
  readonly revision: number
  /** The result of {@link productContent}. */
  readonly content: string
}

/** Decodes the result of {@link productContent}. The terms are decoded on first access. */
export function productOf({ id, revision, content }: StoredProduct): ProductRow {
  const parsed = JSON.parse(content) as Content
  const [lettered, positions, records, suppliers, confidence, rank, mintedChange, lastUpdated, terms, point] = parsed
  const goldenRecord = SHOWN.decode(lettered) as unknown as ProductRow['goldenRecord']
  const row: Record<string, unknown> = {
    id,
    revision,
    goldenRecord,
    provenance: typeof positions === 'object' ? positions : provenanceOf(positions, goldenRecord, records),
    records,
    suppliers,
    verified: false,
    confidence,
    duplicates: 0,
    rank,
  }
  if (typeof terms === 'string') defineLazyTerms(row, terms)
  else row.terms = terms
  if (point !== 0) row.point = point
  row.mintedChange = mintedChange
  row.lastUpdated = decodeTime(lastUpdated)
  return (parsed[10] === undefined ? row : { ...row, ...parsed[10] }) as unknown as ProductRow
}

/**
 * Returns the positions of the fields' source records. The function returns the provenance unchanged if it does not
 * cover exactly the displayed fields, or if a position needs more than one digit.
 */
function positionsOf(
  provenance: ProductRow['provenance'],
  compact: CompactRow,
  fields: readonly string[],
  records: readonly RecordId[],
): Content[1] {
  const named = Object.keys(provenance)
  const isOfShown = named.length === fields.length && named.every((name, at) => name === fields[at])
  if (!isOfShown || !hasFieldIdsOnly(compact) || fields.length !== compact.length - 1) return provenance
  let digits = ''
  for (const name of named) {
    const position = records.indexOf(provenance[name] as RecordId)
    if (position < 0 || position >= POSITION_BASE) return provenance
    digits += position.toString(POSITION_BASE)
  }
  const first = digits.charAt(0)
  return digits !== '' && digits === first.repeat(digits.length) ? Number.parseInt(first, POSITION_BASE) : digits
}

function provenanceOf(
  positions: number | string,
  goldenRecord: ProductRow['goldenRecord'],
  records: readonly RecordId[],
): ProductRow['provenance'] {
  const provenance: Record<string, RecordId> = {}
  let at = 0
  for (const name of Object.keys(goldenRecord)) {
    const position = typeof positions === 'number' ? positions : Number.parseInt(positions.charAt(at++), POSITION_BASE)
    provenance[name] = records[position] as RecordId
  }
  return provenance
}

/** The property key of the encoded terms. Code that copies or compares rows does not see this property. */
const TERMS = Symbol('terms')

interface WithTerms {
  [TERMS]: string | ProductRow['terms']
}

/**
 * An accessor that all rows share. With separate accessors, each row would become a slow and large dictionary-mode
 * object.
 */
const LAZY_TERMS: PropertyDescriptor & ThisType<WithTerms> = {
  enumerable: true,
  configurable: true,
  get() {
    const known = this[TERMS]
    if (typeof known !== 'string') return known
    const terms = termsOf(known)
    this[TERMS] = terms
    return terms
  },
}

/**
 * Defines lazy terms: most readers of a product do not need the terms, and decoding them takes as long as decoding all
 * other fields.
 */
function defineLazyTerms(row: object, text: string): void {
  Object.defineProperty(row, TERMS, { value: text, writable: true })
  Object.defineProperty(row, 'terms', LAZY_TERMS)
}
