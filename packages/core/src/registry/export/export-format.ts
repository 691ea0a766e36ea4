import { z } from 'zod'
import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts'
import { isJsonLongerThan } from '../../encoding/json-length.ts'
import { defined } from '../../model/defined.ts'
import type { CategorySources, IgnoredColumn, ImportSource, ImportSummaryCounts } from '../../model/import-summary.ts'
import { LIMITS } from '../../model/limits.ts'
import type { AlertMark } from '../../model/product.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { ModelVersion } from '../../storage/model-version.ts'
import type {
  AlertRow,
  AliasRow,
  ChangeNumber,
  ConcordanceRow,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  ImportRow,
  JudgementRow,
  LineageRow,
  LineageStep,
  LinkRow,
  ModelVersionRow,
  Pin,
  ProductBefore,
  ProductRow,
  RecordRow,
  SupplierRow,
  VerificationRow,
} from '../../storage/rows.ts'

/**
 * Format version of an export. An export has one JSON object per line: a header, the rows, the end. Other writers are
 * active during an export, so keys may repeat. Of rows with the same key, the last row applies. A restore computes
 * counters and words from the rows. An export contains no change feed and no idempotency keys, because only followers
 * of the original registry need these.
 *
 * Each line ends with a `checksum` of its data and of all previous lines ({@link ExportChecksum}). White space, the
 * order of keys and the escaping of characters are not data.
 */
export const EXPORT_FORMAT = 3
/** The earlier format, which has neither concordances nor assigned identifiers. */
const EARLIER_FORMAT = 2

/** The first line of an export. */
export interface ExportHeader {
  readonly kind: 'utpid-export'
  readonly format: typeof EXPORT_FORMAT | typeof EARLIER_FORMAT
  /** The index version of the exported keys and features. */
  readonly indexVersion: string
  /**
   * The model version of the exported clusters. Absent in exports of an earlier utpid, which used the shipped model and
   * term-frequency version 0.
   */
  readonly modelVersion?: ModelVersion
  /** The latest change at the start of the export. */
  readonly change: ChangeNumber
  /** The start time of the export, ISO 8601 UTC. */
  readonly at: string
  /** The number of records at the start, for showing progress. */
  readonly records: number
  readonly products: number
}

/** The first line of a delta, which contains the changes after a given change in the format of an export. */
export interface DeltaHeader extends Omit<ExportHeader, 'kind' | 'records' | 'products'> {
  readonly kind: 'utpid-delta'
  /** The number of a change. The delta contains the changes after this change. */
  readonly after: ChangeNumber
  /**
   * The digest of the `after` change (`digestBefore`), which identifies the registry; absent if the change feed no
   * longer contains the change.
   */
  readonly digest?: string
}

/** A row of the ledger, with its features as base64. */
export type ExportedRow =
  | Exclude<LedgerRow, { readonly kind: 'record' }>
  | {
      readonly kind: 'record'
      readonly row: Omit<RecordRow, 'features'> & { readonly features: string }
      readonly link?: LinkRow
      /** The details of a `detailed` record. */
      readonly details?: DetailsContent
    }

/** The last line of an export. An export without this line is truncated. */
export interface ExportEnd {
  readonly kind: 'end'
  /** The number of a change. The previous lines are the registry's state at this change. */
  readonly change: ChangeNumber
  /** The number of rows of each kind, to detect missing and repeated rows. */
  readonly rows: Readonly<Partial<Record<LedgerRowKind, number>>>
}

/** The last line of a delta. */
export interface DeltaEnd extends ExportEnd {
  /** The digest of the last change of the delta, see {@link DeltaHeader.digest}. */
  readonly digest?: string
}

/** The data of a line. */
export type ExportContent = ExportHeader | DeltaHeader | ExportedRow | ExportEnd | DeltaEnd

/** A line of an export: its data and a checksum of 8 hex digits, which protects the line and its position. */
export type ExportRow = ExportContent & { readonly checksum: string }

/**
 * Returns a row in a form that JSON can represent. The result shares all data except the features with the row of the
 * ledger.
 */
export function exportedRow(row: LedgerRow): ExportedRow {
  if (row.kind !== 'record') return row
  const { features, ...rest } = row.row
  return { ...row, row: { ...rest, features: encodeBase64(features) } }
}

const id = z.int().min(0)
const change = z.int().min(0)
/** The schema of the change of a decision. The change is never 0, since a commit replaces 0 with its own number. */
const decidedIn = z.int().min(1)
const time = z.iso.datetime()
const share = z.int().min(0).max(10_000)
const decided = { model: z.string(), tfVersion: z.int() }
const ids = z.array(id)

/** Builds the schema of a row. The compiler rejects a schema that lacks a field. */
function rowOf<Row>() {
  return <Fields extends Readonly<Record<keyof Row, z.ZodType>>>(fields: Fields): z.ZodObject<Fields, z.core.$strict> =>
    z.strictObject(fields)
}

const recordSchema = rowOf<RecordRow>()({
  id,
  revision: z.int().min(1),
  record: z.looseObject({ supplier: z.string().min(1), code: z.string().min(1), name: z.string() }),
  contentHash: z.string(),
  features: z.string(),
  keys: ids
    .max(LIMITS.keysPerRecord)
    .refine((keys) => keys.every((key, at) => at === 0 || (keys[at - 1] as number) < key), 'must ascend'),
  firstSeenAt: time,
  updatedAt: time,
  deactivatedAt: time.optional(),
  formerProduct: id.optional(),
  reassignedFrom: z.strictObject({ productId: id, contentHash: z.string() }).optional(),
  copy: z.literal(true).optional(),
  detailed: z.literal(true).optional(),
  assigned: z.array(z.strictObject({ scheme: z.string(), value: z.string() })).optional(),
})
const detailsSchema = z
  .looseObject({})
  .refine((details) => !isJsonLongerThan(details, LIMITS.detailCharacters), 'the details are too long')
const linkSchema = rowOf<LinkRow>()({
  recordId: id,
  productId: id,
  method: z.enum(['created', 'model', 'identifier', 'judgement']),
  confidence: share,
  since: time,
  ...decided,
})
const pair = { a: id, b: id }
const edgeSchema = rowOf<EdgeRow>()({ ...pair, weight: z.int(), confidence: share, ...decided })
const judgementSchema = rowOf<JudgementRow>()({
  ...pair,
  verdict: z.enum(['same', 'different']),
  actor: z.string(),
  at: time,
  change,
  note: z.string().optional(),
  withdrawnAt: time.optional(),
})
const verifying = z.enum(['manual', 'supplier', 'checks'])
/** The schema fields of the curation state of a product. */
const curationFields = {
  verified: z.boolean(),
  verifiedBy: verifying.optional(),
  pins: z.record(z.string(), rowOf<Pin>()({ value: z.json(), actor: z.string(), at: time })).optional(),
}
const productSchema = rowOf<ProductRow>()({
  id,
  revision: z.int().min(1),
  goldenRecord: z.looseObject({ name: z.string(), category: z.string() }),
  provenance: z.record(z.string(), id),
  records: ids.min(1),
  suppliers: z.array(z.string()),
  ...curationFields,
  confidence: share,
  duplicates: z.int().min(0),
  rank: z.int().min(0).max(15),
  terms: z.array(z.string()),
  point: z.tuple([z.int(), z.int(), z.int()]).optional(),
  mergedIds: ids.optional(),
  mintedChange: change,
  lastUpdated: time,
})
const lineageSchema = rowOf<LineageRow>()({
  id,
  status: z.enum(['active', 'merged', 'deleted', 'retired']),
  into: id.optional(),
  mintedChange: change,
  revision: z.int().optional(),
  records: ids.optional(),
  history: z.array(
    rowOf<LineageStep>()({
      change,
      at: time,
      kind: z.enum(['minted', 'merged', 'unmerged', 'split', 'deleted', 'retired', 'revived']),
      other: id.optional(),
    }),
  ),
  mergedIds: ids.optional(),
  aliases: z.array(z.string()).optional(),
  decisions: z.array(decidedIn).optional(),
})
const verificationSchema = rowOf<VerificationRow>()({
  productId: id,
  change,
  verified: z.boolean(),
  method: z.enum([...verifying.options, 'withdrawn', 'reopened']),
  actor: z.string(),
  at: time,
  evidence: z.string().optional(),
  note: z.string().optional(),
  checks: z.array(z.strictObject({ id: z.string(), passed: z.boolean(), detail: z.string() })),
})
const decisionSchema = rowOf<DecisionRow>()({
  change: decidedIn,
  kind: z.enum(['merge', 'dismiss', 'split', 'delete', 'pin', 'unpin', 'verify', 'unverify', 'undo']),
  actor: z.string(),
  at: time,
  note: z.string().optional(),
  before: z.array(rowOf<ProductBefore>()({ id, records: ids, ...curationFields })),
  alert: z.string().min(1).optional(),
  replaced: z.array(judgementSchema).optional(),
  undoes: decidedIn.optional(),
  undoneBy: decidedIn.optional(),
})
const alertSchema = rowOf<AlertRow>()({
  id: z.string().min(1),
  products: z.tuple([id, id]),
  records: z.tuple([id, id]),
  confidence: share,
  informationGain: z.int().min(0),
  status: z.enum(['open', 'merged', 'dismissed', 'withdrawn']),
  detectedAt: time,
  resolvedAt: time.optional(),
  resolution: z
    .discriminatedUnion('by', [
      z.strictObject({ by: z.literal('machine') }),
      z.strictObject({ by: z.literal('person'), decision: decidedIn }),
    ])
    .optional(),
  copies: z.int().min(2).optional(),
  skippedKeys: z.literal(true).optional(),
  tags: z.array(z.string()).optional(),
  bookings: z.number().min(0).optional(),
  marks: z
    .array(
      rowOf<AlertMark>()({
        kind: z.enum(['unsure', 'note', 'proposal']),
        actor: z.string(),
        at: time,
        note: z.string().optional(),
        resolution: z.enum(['merge', 'dismiss']).optional(),
      }),
    )
    .optional(),
  ...decided,
})
const amount = z.int().min(0)
const importSchema = rowOf<ImportRow>()({
  supplier: z.string().min(1),
  change,
  startedAt: time,
  finishedAt: time,
  counts: rowOf<ImportSummaryCounts>()({
    linked: amount,
    created: amount,
    alerted: amount,
    updated: amount,
    unchanged: amount,
    suppressed: amount,
    rejected: amount,
    superseded: amount,
    repaired: amount,
    deactivated: amount,
  }),
  rejections: z.record(z.string(), amount),
  repairs: z.record(z.string(), amount),
  categories: rowOf<CategorySources>()({ stated: amount, inferred: amount, unknown: amount, missing: amount }),
  full: z.literal(true).optional(),
  resumed: z.literal(true).optional(),
  source: rowOf<ImportSource>()({
    file: z.string().optional(),
    format: z.string().optional(),
    actor: z.string().optional(),
    unreadable: amount.optional(),
    ignored: z
      .array(
        rowOf<IgnoredColumn>()({ column: z.string(), filled: z.number().min(0).max(1), guess: z.string().optional() }),
      )
      .optional(),
  }).optional(),
})
const supplierSchema = rowOf<SupplierRow>()({
  id: z.string().min(1),
  name: z.string(),
  priority: z.int(),
  licence: z.string().optional(),
  attribution: z.string().optional(),
  category: z.string().optional(),
  since: time,
  deactivatedAt: time.optional(),
  updatePending: z.literal(true).optional(),
})
const modelVersionSchema = rowOf<ModelVersionRow>()({ name: z.string().min(1), content: z.json() })
const headerFields = {
  format: z.literal([EXPORT_FORMAT, EARLIER_FORMAT]),
  indexVersion: z.string().min(1),
  modelVersion: rowOf<ModelVersion>()({
    model: z.string(),
    modelHash: z.string(),
    tfVersion: z.int().min(0),
  }).optional(),
  change,
  at: time,
}
const headerSchema = z.strictObject({
  kind: z.literal('utpid-export'),
  ...headerFields,
  records: z.int().min(0),
  products: z.int().min(0),
})
const digest = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .optional()
const deltaHeaderSchema = z.strictObject({ kind: z.literal('utpid-delta'), ...headerFields, after: change, digest })
const endSchema = z.strictObject({ kind: z.literal('end'), change, rows: z.record(z.string(), z.int().min(1)) })
const deltaEndSchema = endSchema.extend({ digest })
const concordanceSchema = rowOf<ConcordanceRow>()({
  id: z.string(),
  content: z
    .union([
      z.record(z.string(), z.array(z.string()).min(1)),
      z.record(
        z.string(),
        z.strictObject({ since: time, completedAt: time.optional(), source: z.string().optional() }),
      ),
    ])
    .optional(),
})
const rowSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('supplier'), row: supplierSchema }),
  z.strictObject({ kind: z.literal('modelVersion'), row: modelVersionSchema }),
  z.strictObject({
    kind: z.literal('record'),
    row: recordSchema,
    link: linkSchema.optional(),
    details: detailsSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('edges'), record: id, rows: z.array(edgeSchema) }),
  z.strictObject({ kind: z.literal('judgement'), row: judgementSchema }),
  z.strictObject({ kind: z.literal('product'), row: productSchema }),
  z.strictObject({ kind: z.literal('removed'), product: id }),
  z.strictObject({ kind: z.literal('lineage'), row: lineageSchema }),
  z.strictObject({ kind: z.literal('verifications'), product: id, rows: z.array(verificationSchema) }),
  z.strictObject({ kind: z.literal('decision'), row: decisionSchema }),
  z.strictObject({ kind: z.literal('alias'), row: rowOf<AliasRow>()({ alias: z.string(), productId: id }) }),
  z.strictObject({ kind: z.literal('alert'), row: alertSchema }),
  z.strictObject({ kind: z.literal('concordance'), row: concordanceSchema }),
  z.strictObject({ kind: z.literal('import'), row: importSchema }),
])

/** The error about a problem of a row. Its message is a sentence without full stop. */
export class ExportError extends Error {}

/**
 * Parses the first line of an export.
 *
 * @throws ExportError
 */
export function parseExportHeader(value: unknown): ExportHeader {
  return validated(headerSchema, value) as ExportHeader
}

/**
 * Parses the last line of an export.
 *
 * @throws ExportError
 */
export function parseExportEnd(value: unknown): ExportEnd {
  return validated(endSchema, value) as ExportEnd
}

/**
 * Parses the first line of a delta.
 *
 * @throws ExportError
 */
export function parseDeltaHeader(value: unknown): DeltaHeader {
  return validated(deltaHeaderSchema, value) as DeltaHeader
}

/**
 * Parses the last line of a delta.
 *
 * @throws ExportError
 */
export function parseDeltaEnd(value: unknown): DeltaEnd {
  return validated(deltaEndSchema, value) as DeltaEnd
}

/**
 * Parses an exported row of the ledger.
 *
 * @throws ExportError if the row does not match its kind or contradicts itself.
 */
export function parseExportedRow(value: unknown): LedgerRow {
  const row = validated(rowSchema, value) as ExportedRow
  switch (row.kind) {
    case 'record':
      return parseRecordRow(row)
    case 'product':
      if (row.row.verified !== (row.row.verifiedBy !== undefined))
        throw new ExportError('a product must have a verification method if and only if it is verified')
      return row
    case 'edges':
      if (row.rows.some(({ a, b }) => a !== row.record || a >= b)) throw new ExportError('an edge has another record')
      return row
    case 'verifications':
      if (row.rows.some(({ productId }) => productId !== row.product))
        throw new ExportError('a verification belongs to another product')
      return row
    default:
      return row
  }
}

function parseRecordRow({ row, link, details, kind }: Extract<ExportedRow, { kind: 'record' }>): LedgerRow {
  const features = decodeBase64(row.features)
  if (features === undefined) throw new ExportError('the features are not base64')
  if (link === undefined ? row.deactivatedAt === undefined || row.keys.length > 0 : row.deactivatedAt !== undefined)
    throw new ExportError('an active record must have a link, and an inactive record neither a link nor keys')
  if (row.formerProduct !== undefined && row.deactivatedAt === undefined)
    throw new ExportError('an active record must not have a former product')
  if (link !== undefined && link.recordId !== row.id) throw new ExportError('the link belongs to another record')
  if ((row.detailed === true) !== (details !== undefined))
    throw new ExportError('a record must have details if and only if it is detailed')
  return { kind, row: { ...row, features }, ...defined({ link, details }) }
}

/**
 * Checks a value and returns the same value instead of the parsed copy, since the value keeps the exported order of
 * keys.
 */
function validated(schema: z.ZodType<unknown>, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return value
  const [issue] = parsed.error.issues
  throw new ExportError(`${issue?.path.join('.') || 'it'}: ${issue?.message}`)
}
