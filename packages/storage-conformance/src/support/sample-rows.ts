import type { Storage } from '@utpid/core'
import {
  type AlertRow,
  type Commit,
  type CommitResult,
  type DecisionRow,
  type DetailsContent,
  type EdgeRow,
  emptyCommit,
  type ImportRow,
  type JudgementRow,
  type LineageRow,
  type LinkRow,
  type ProductRow,
  type RecordRow,
  type SupplierRow,
  type VerificationRow,
} from '@utpid/core/storage'

/** The time of every sample. Rows of a ledger expire by the clock of the ledger, not by this time. */
export const SAMPLE_TIME = '2026-03-01T12:00:00.000Z'

export const SAMPLE_DETAILS: DetailsContent = {
  description: 'A hotel by the river.',
  images: [{ url: 'https://img.example/1.jpg' }],
  activity: { startTimes: ['09:00'] },
}

/** Commits the given parts, based on the current head. */
export async function write(storage: Storage, parts: Partial<Commit>): Promise<CommitResult> {
  const { change } = await storage.ledger.head()
  return await storage.ledger.commit({ ...emptyCommit(SAMPLE_TIME, change), ...parts })
}

/** Returns a record with its link and product, as the first import of the record writes them. */
export function sampleStay(
  recordId: number,
  productId: number,
  parts: { record?: Partial<RecordRow>; product?: Partial<ProductRow> } = {},
): Pick<Commit, 'records' | 'links' | 'products' | 'lineage'> {
  return {
    records: [sampleRecord(recordId, parts.record)],
    links: [sampleLink(recordId, productId)],
    products: [sampleProduct(productId, { records: [recordId], ...parts.product })],
    lineage: [sampleLineage(productId)],
  }
}

/** Adds details to the record of a sample. */
export function withDetails(
  stay: Pick<Commit, 'records' | 'links' | 'products' | 'lineage'>,
  content: DetailsContent = SAMPLE_DETAILS,
): Pick<Commit, 'records' | 'details' | 'links' | 'products' | 'lineage'> {
  return {
    ...stay,
    records: stay.records.map((row) => ({ ...row, detailed: true })),
    details: stay.records.map(({ id }) => ({ recordId: id, content })),
  }
}

/** Combines several samples into one. */
export function together(...parts: readonly Partial<Commit>[]): Partial<Commit> {
  return {
    records: parts.flatMap((part) => part.records ?? []),
    details: parts.flatMap((part) => part.details ?? []),
    links: parts.flatMap((part) => part.links ?? []),
    products: parts.flatMap((part) => part.products ?? []),
    lineage: parts.flatMap((part) => part.lineage ?? []),
  }
}

export function sampleRecord(id: number, parts: Partial<RecordRow> = {}): RecordRow {
  return {
    id,
    revision: 1,
    record: { supplier: 'alpha', code: `A${id}`, name: `Hotel ${id}`, location: { city: 'Lyon', country: 'FR' } },
    contentHash: '00000000000000aa',
    features: Uint8Array.from([1, 2, id % 256]),
    keys: [],
    firstSeenAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    ...parts,
  }
}

export function deactivatedRecord(id: number, revision: number, parts: Partial<RecordRow> = {}): RecordRow {
  return sampleRecord(id, { revision, deactivatedAt: SAMPLE_TIME, ...parts })
}

export function sampleLink(recordId: number, productId: number, parts: Partial<LinkRow> = {}): LinkRow {
  return {
    recordId,
    productId,
    method: 'created',
    confidence: 10_000,
    since: SAMPLE_TIME,
    model: 'sample-1',
    tfVersion: 0,
    ...parts,
  }
}

export function sampleProduct(id: number, parts: Partial<ProductRow> = {}): ProductRow {
  return {
    id,
    revision: 1,
    goldenRecord: { name: `Hotel ${id}`, category: 'hotel', city: 'Lyon', country: 'FR' },
    provenance: { name: id },
    records: [id],
    suppliers: ['alpha'],
    verified: false,
    confidence: 9_900,
    duplicates: 0,
    rank: 0,
    terms: [],
    mintedChange: 1,
    lastUpdated: SAMPLE_TIME,
    ...parts,
  }
}

export function sampleLineage(id: number, parts: Partial<LineageRow> = {}): LineageRow {
  return {
    id,
    status: 'active',
    mintedChange: 1,
    history: [{ change: 1, at: SAMPLE_TIME, kind: 'minted' }],
    ...parts,
  }
}

export function sampleEdge(a: number, b: number, parts: Partial<EdgeRow> = {}): EdgeRow {
  return { a, b, weight: 1_250, confidence: 9_700, model: 'sample-1', tfVersion: 0, ...parts }
}

export function sampleAlert(id: string, products: readonly [number, number], parts: Partial<AlertRow> = {}): AlertRow {
  return {
    id,
    products,
    records: products,
    confidence: 6_000,
    informationGain: 970,
    status: 'open',
    detectedAt: SAMPLE_TIME,
    model: 'sample-1',
    tfVersion: 0,
    ...parts,
  }
}

export function sampleJudgement(a: number, b: number, parts: Partial<JudgementRow> = {}): JudgementRow {
  return { a, b, verdict: 'different', actor: 'ines', at: SAMPLE_TIME, change: 1, ...parts }
}

export function sampleVerification(productId: number, parts: Partial<VerificationRow> = {}): VerificationRow {
  return {
    productId,
    change: 1,
    verified: true,
    method: 'manual',
    actor: 'ines',
    at: SAMPLE_TIME,
    checks: [{ id: 'has_coordinates', passed: false, detail: 'no supplier gives any' }],
    ...parts,
  }
}

/** Returns a decision that merges products 1 and 2. */
export function sampleDecision(change: number, parts: Partial<DecisionRow> = {}): DecisionRow {
  return {
    change,
    kind: 'merge',
    actor: 'ines',
    at: SAMPLE_TIME,
    before: [
      { id: 1, records: [11], verified: false },
      { id: 2, records: [12], verified: true, verifiedBy: 'manual' },
    ],
    ...parts,
  }
}

export function sampleSupplier(id: string, parts: Partial<SupplierRow> = {}): SupplierRow {
  return { id, name: id, priority: 0, since: SAMPLE_TIME, ...parts }
}

/** Returns the summary of an import, for the change that stores it. */
export function sampleImport(supplier: string, counts: Partial<ImportRow['counts']>): ImportRow {
  const none = { linked: 0, created: 0, alerted: 0, updated: 0, unchanged: 0, suppressed: 0, rejected: 0 }
  return {
    supplier,
    change: 0,
    startedAt: SAMPLE_TIME,
    finishedAt: SAMPLE_TIME,
    counts: { ...none, superseded: 0, repaired: 0, deactivated: 0, ...counts },
    rejections: {},
    repairs: {},
    categories: { stated: 0, inferred: 0, unknown: 0, missing: 0 },
  }
}
