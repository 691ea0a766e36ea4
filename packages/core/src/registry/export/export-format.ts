import { z } from 'zod'
import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts'
import { LIMITS } from '../../model/limits.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type {
  AlertRow,
  AliasRow,
  ChangeNumber,
  DecisionRow,
  EdgeRow,
  LineageRow,
  LineageStep,
  LinkRow,
  Pin,
  ProductBefore,
  ProductRow,
  RecordRow,
  RulingRow,
  ScoringRow,
  SupplierRow,
  VerificationRow,
} from '../../storage/rows.ts'
import type { ScoringName } from '../../storage/scoring-name.ts'

/**
 * How a whole registry is written down: one JSON object a line, a header first, then its rows, then
 * the end. Of rows about the same thing the later one holds, since others may write while it is
 * exported. Counters and words are worked out again from the rows; the feed and its tokens are left
 * out, since they are of use only where followers know the registry.
 *
 * Each line ends with a `checksum` of its data and of all lines before it ({@link ExportChecksum}).
 * White space, the order of keys and how a letter is escaped are no data.
 */
export const EXPORT_FORMAT = 2

/** The first line of an export: what it is, and by what rules it was made. */
export interface ExportHeader {
  readonly kind: 'utpid-export'
  readonly format: typeof EXPORT_FORMAT
  /** The rules by which keys and features in it were made. */
  readonly indexVersion: string
  /** By what its groups were made; absent in one of an earlier utpid, where it was the shipped model at epoch 0. */
  readonly scoring?: ScoringName
  /** The last change when it was begun. */
  readonly change: ChangeNumber
  /** ISO 8601 UTC, when it was begun. */
  readonly at: string
  /** How many of them there were then, so that progress can be told. */
  readonly records: number
  readonly products: number
}

/** The first line of what changed after a change: as of an export, of which it is the continuation. */
export interface DeltaHeader extends Omit<ExportHeader, 'kind' | 'records' | 'products'> {
  readonly kind: 'utpid-delta'
  /** What changed after this change is in it. */
  readonly after: ChangeNumber
  /** By which a delta of another registry is told from it (`markBefore`); absent where its feed no longer has it. */
  readonly mark?: string
}

/** A row of the ledger, with features as base64. */
export type ExportedRow =
  | Exclude<LedgerRow, { readonly kind: 'record' }>
  | {
      readonly kind: 'record'
      readonly row: Omit<RecordRow, 'features'> & { readonly features: string }
      readonly link?: LinkRow
    }

/** The last line of an export: without it, the export is cut. */
export interface ExportEnd {
  readonly kind: 'end'
  /** With every row before this one, it is the registry as it was after this change. */
  readonly change: ChangeNumber
  /** How many rows there were of each kind, so that one that is missing or twice is noticed. */
  readonly rows: Readonly<Partial<Record<LedgerRowKind, number>>>
}

/** The last line of what changed after a change. */
export interface DeltaEnd extends ExportEnd {
  /** Of its change, as {@link DeltaHeader.mark}. */
  readonly mark?: string
}

/** What a line says. */
export type ExportContent = ExportHeader | DeltaHeader | ExportedRow | ExportEnd | DeltaEnd

/** A line: what it says, and 8 hex digits by which it and its place are known as written. */
export type ExportRow = ExportContent & { readonly checksum: string }

/** The same row as JSON can carry it; all but features is still the ledger's own. */
export function exportedRow(row: LedgerRow): ExportedRow {
  if (row.kind !== 'record') return row
  const { features, ...rest } = row.row
  return { ...row, row: { ...rest, features: encodeBase64(features) } }
}

const id = z.int().min(0)
const change = z.int().min(0)
/** Of a decision: 0 would be taken for the step that restores it. */
const decidedIn = z.int().min(1)
const time = z.iso.datetime()
const share = z.int().min(0).max(10_000)
const decided = { model: z.string(), epoch: z.int() }
const ids = z.array(id)

/** A row with all its fields: that one is missing here which the row has is an error of the compiler. */
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
  endedAt: time.optional(),
  endedFrom: id.optional(),
  strayedFrom: z.strictObject({ productId: id, contentHash: z.string() }).optional(),
  copy: z.literal(true).optional(),
})
const linkSchema = rowOf<LinkRow>()({
  recordId: id,
  productId: id,
  method: z.enum(['created', 'model', 'identifier', 'ruling']),
  confidence: share,
  since: time,
  ...decided,
})
const pair = { a: id, b: id }
const edgeSchema = rowOf<EdgeRow>()({ ...pair, weight: z.int(), confidence: share, ...decided })
const rulingSchema = rowOf<RulingRow>()({
  ...pair,
  verdict: z.enum(['same', 'different']),
  by: z.string(),
  at: time,
  change,
  note: z.string().optional(),
  withdrawnAt: time.optional(),
})
const verifying = z.enum(['manual', 'supplier', 'checks'])
/** What a person may set of a product. */
const decidable = {
  verified: z.boolean(),
  verifiedBy: verifying.optional(),
  pins: z.record(z.string(), rowOf<Pin>()({ value: z.json(), by: z.string(), at: time })).optional(),
}
const productSchema = rowOf<ProductRow>()({
  id,
  revision: z.int().min(1),
  shown: z.looseObject({ name: z.string(), category: z.string() }),
  provenance: z.record(z.string(), id),
  records: ids.min(1),
  suppliers: z.array(z.string()),
  ...decidable,
  confidence: share,
  duplicates: z.int().min(0),
  rank: z.int().min(0).max(15),
  terms: z.array(z.string()),
  point: z.tuple([z.int(), z.int(), z.int()]).optional(),
  absorbed: ids.optional(),
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
  absorbed: ids.optional(),
  aliases: z.array(z.string()).optional(),
  decisions: z.array(decidedIn).optional(),
})
const verificationSchema = rowOf<VerificationRow>()({
  productId: id,
  change,
  verified: z.boolean(),
  method: z.enum([...verifying.options, 'withdrawn', 'reopened']),
  by: z.string(),
  at: time,
  evidence: z.string().optional(),
  note: z.string().optional(),
  checks: z.array(z.strictObject({ id: z.string(), passed: z.boolean(), detail: z.string() })),
})
const decisionSchema = rowOf<DecisionRow>()({
  change: decidedIn,
  kind: z.enum(['merge', 'dismiss', 'split', 'delete', 'pin', 'unpin', 'verify', 'unverify', 'undo']),
  by: z.string(),
  at: time,
  note: z.string().optional(),
  before: z.array(rowOf<ProductBefore>()({ id, records: ids, ...decidable })),
  alert: z.string().min(1).optional(),
  replaced: z.array(rulingSchema).optional(),
  undoes: decidedIn.optional(),
  undoneBy: decidedIn.optional(),
})
const alertSchema = rowOf<AlertRow>()({
  id: z.string().min(1),
  products: z.tuple([id, id]),
  records: z.tuple([id, id]),
  confidence: share,
  gain: z.int().min(0),
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
  crowded: z.literal(true).optional(),
  ...decided,
})
const supplierSchema = rowOf<SupplierRow>()({
  id: z.string().min(1),
  name: z.string(),
  priority: z.int(),
  since: time,
  endedAt: time.optional(),
  following: z.literal(true).optional(),
})
const scoringSchema = rowOf<ScoringRow>()({ name: z.string().min(1), content: z.json() })
const begun = {
  format: z.literal(EXPORT_FORMAT),
  indexVersion: z.string().min(1),
  scoring: rowOf<ScoringName>()({ model: z.string(), modelHash: z.string(), epoch: z.int().min(0) }).optional(),
  change,
  at: time,
}
const headerSchema = z.strictObject({
  kind: z.literal('utpid-export'),
  ...begun,
  records: z.int().min(0),
  products: z.int().min(0),
})
const mark = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .optional()
const deltaHeaderSchema = z.strictObject({ kind: z.literal('utpid-delta'), ...begun, after: change, mark })
const endSchema = z.strictObject({ kind: z.literal('end'), change, rows: z.record(z.string(), z.int().min(1)) })
const deltaEndSchema = endSchema.extend({ mark })
const rowSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('supplier'), row: supplierSchema }),
  z.strictObject({ kind: z.literal('scoring'), row: scoringSchema }),
  z.strictObject({ kind: z.literal('record'), row: recordSchema, link: linkSchema.optional() }),
  z.strictObject({ kind: z.literal('edges'), record: id, rows: z.array(edgeSchema) }),
  z.strictObject({ kind: z.literal('ruling'), row: rulingSchema }),
  z.strictObject({ kind: z.literal('product'), row: productSchema }),
  z.strictObject({ kind: z.literal('ended'), product: id }),
  z.strictObject({ kind: z.literal('lineage'), row: lineageSchema }),
  z.strictObject({ kind: z.literal('verifications'), product: id, rows: z.array(verificationSchema) }),
  z.strictObject({ kind: z.literal('decision'), row: decisionSchema }),
  z.strictObject({ kind: z.literal('alias'), row: rowOf<AliasRow>()({ alias: z.string(), productId: id }) }),
  z.strictObject({ kind: z.literal('alert'), row: alertSchema }),
])

/** What is wrong with a row, as a sentence without its full stop. */
export class ExportProblem extends Error {}

/**
 * @throws ExportProblem
 */
export function parseExportHeader(value: unknown): ExportHeader {
  return checked(headerSchema, value) as ExportHeader
}

/**
 * @throws ExportProblem
 */
export function parseExportEnd(value: unknown): ExportEnd {
  return checked(endSchema, value) as ExportEnd
}

/**
 * @throws ExportProblem
 */
export function parseDeltaHeader(value: unknown): DeltaHeader {
  return checked(deltaHeaderSchema, value) as DeltaHeader
}

/**
 * @throws ExportProblem
 */
export function parseDeltaEnd(value: unknown): DeltaEnd {
  return checked(deltaEndSchema, value) as DeltaEnd
}

/**
 * A row of the ledger as it was exported.
 *
 * @throws ExportProblem when it is not of the form of its kind, or says two things at once.
 */
export function parseExportedRow(value: unknown): LedgerRow {
  const row = checked(rowSchema, value) as ExportedRow
  switch (row.kind) {
    case 'record':
      return parseRecordRow(row)
    case 'product':
      if (row.row.verified !== (row.row.verifiedBy !== undefined))
        throw new ExportProblem('a product must say how it was verified, and only if it is')
      return row
    case 'edges':
      if (row.rows.some(({ a, b }) => a !== row.record || a >= b))
        throw new ExportProblem('an edge is not of its record')
      return row
    case 'verifications':
      if (row.rows.some(({ productId }) => productId !== row.product))
        throw new ExportProblem('a verification is not of its product')
      return row
    default:
      return row
  }
}

function parseRecordRow({ row, link, kind }: Extract<ExportedRow, { kind: 'record' }>): LedgerRow {
  const features = decodeBase64(row.features)
  if (features === undefined) throw new ExportProblem('the features are not base64')
  if (link === undefined ? row.endedAt === undefined || row.keys.length > 0 : row.endedAt !== undefined)
    throw new ExportProblem('an active record must have a link, and one that ended neither a link nor keys')
  if (row.endedFrom !== undefined && row.endedAt === undefined)
    throw new ExportProblem('an active record cannot say from which product it ended')
  if (link !== undefined && link.recordId !== row.id) throw new ExportProblem('the link is not of its record')
  return { kind, row: { ...row, features }, ...(link === undefined ? {} : { link }) }
}

/** What was checked, as it was given: in the order of keys in which it was exported. */
function checked(schema: z.ZodType<unknown>, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return value
  const [issue] = parsed.error.issues
  throw new ExportProblem(`${issue?.path.join('.') || 'it'}: ${issue?.message}`)
}
