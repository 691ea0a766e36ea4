import { findComponents } from '../grouping/find-components.ts'
import { findEdges } from '../grouping/find-edges.ts'
import type { PendingRecord } from '../grouping/pending-record.ts'
import { regroup } from '../grouping/regroup.ts'
import { LIMITS } from '../model/limits.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { Supplier, SupplierRecord } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { BlockingKey, ChangeNumber, RecordId } from '../storage/rows.ts'
import { buildCommit } from './build-commit.ts'
import { contentHashOf, pendingRecord, wantedRecordId } from './record-row.ts'
import { now, type RegistryContext } from './registry-context.ts'
import { requireRules, requireServed } from './served-generation.ts'

/** What became of one record. */
export interface WrittenRecord {
  readonly productId: ProductId
  /**
   * `created` a product of its own, or the first record of one; `alerted` the same, and it looks
   * like another product; `linked` to a product that other records are in; `updated` within its
   * product; `unchanged`.
   */
  readonly outcome: 'created' | 'alerted' | 'linked' | 'updated' | 'unchanged'
  /** Integer of 1/10,000: of its link. */
  readonly confidence: number
}

export interface WriteResult {
  /** One per record, in order. */
  readonly records: readonly WrittenRecord[]
  /** The step that wrote them; the last one there was when nothing had to be written. */
  readonly change: ChangeNumber
  readonly skippedKeys: readonly BlockingKey[]
  readonly oversizedComponents: number
}

/**
 * Writes records as one step: edges are found, components grouped, ids assigned and everything
 * committed under the expectation that nothing it rests on has changed meanwhile. When it has,
 * the whole step is worked out again from what is there now.
 *
 * @param records - At most `LIMITS.recordsPerCommit`, each (supplier, code) once.
 * @throws {@link RegistryError} `revision_conflict` when others were first `LIMITS.commitAttempts` times.
 */
export function writeRecords(
  context: RegistryContext,
  records: readonly SupplierRecord[],
  token?: string,
): Promise<WriteResult> {
  return context.writes.run(async () => {
    requireRules(context)
    for (let attempt = 1; ; attempt++) {
      try {
        return await tryToWrite(context, records, token)
      } catch (error) {
        // Features of another generation are not readable by these rules.
        if (!(error instanceof RegistryError)) await requireServed(context)
        const repeatable = error instanceof RegistryError && ['revision_conflict', 'base_too_old'].includes(error.code)
        if (!repeatable || attempt === LIMITS.commitAttempts) throw error
        await giveWay(context, attempt)
      }
    }
  })
}

/** Lets whoever was first go on, for twice as long each time: a writer that never pauses would overtake us for ever. */
export async function giveWay(context: RegistryContext, attempt: number): Promise<void> {
  for (let turn = 1; turn < 2 ** attempt; turn++) await context.yield()
}

async function tryToWrite(
  context: RegistryContext,
  records: readonly SupplierRecord[],
  token: string | undefined,
): Promise<WriteResult> {
  const { ledger, served } = context
  const base = (await ledger.head()).change
  const at = now(context)
  const suppliers = await meetSuppliers(context, records, at)
  const ids = await recordIds(context, records)
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const pending = new Map<RecordId, PendingRecord>()
  records.forEach((record, position) => {
    const next = changedRecord(context, ids[position] as RecordId, record, stored[position], at)
    if (next !== undefined) pending.set(next.row.id, next)
  })
  if (pending.size === 0 && suppliers.length === 0) {
    return {
      records: ids.map((_, position) => unchanged(stored[position])),
      change: base,
      skippedKeys: [],
      oversizedComponents: 0,
    }
  }

  const edges = await findEdges([...pending.values()], {
    ledger,
    index: context.index,
    scorer: context.scorer,
    rules: served.rules,
    cache: served.features,
  })
  const affected = new Set(pending.keys())
  for (const { a, b } of [...edges.written, ...edges.removed]) affected.add(a).add(b)
  const isNew = (id: RecordId): boolean => pending.has(id) && pending.get(id)?.before === undefined
  const components = await findComponents(affected, edges, ledger, isNew)
  const regrouped = await regroup(components, pending, edges.features, { ...context, rules: served.rules })
  // Products were read after the edges between their records. From here on their revisions tell of every other step;
  // for what came in between, the edges are read again.
  if ((await ledger.head()).change !== base) {
    const again = await findComponents(affected, edges, ledger, isNew)
    if (JSON.stringify(again) !== JSON.stringify(components)) {
      throw new RegistryError('revision_conflict', 'Edges changed while the step was worked out.')
    }
  }
  const built = await buildCommit(context, { base, at, token, suppliers, pending, edges, regrouped })
  const { change, repeated } = await ledger.commit(built.commit)
  if (repeated) {
    // The step was written before and its answer was lost: what is there now is the answer.
    const current = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
    if (current.includes(undefined)) {
      throw new RegistryError(
        'validation_failed',
        `The token "${token}" names an earlier write of other records; nothing was written. Give each write its own token.`,
      )
    }
    return { records: current.map(unchanged), change, skippedKeys: [], oversizedComponents: 0 }
  }
  for (const supplier of suppliers) context.suppliers.set(supplier.id, supplier)

  return {
    records: ids.map((id, position) =>
      pending.has(id) ? (built.written.get(id) as WrittenRecord) : unchanged(stored[position]),
    ),
    change,
    skippedKeys: edges.skippedKeys,
    oversizedComponents: regrouped.oversizedComponents,
  }
}

/** Rows of suppliers that are new with these records. Others may have named or ranked the known ones meanwhile. */
async function meetSuppliers(
  context: RegistryContext,
  records: readonly SupplierRecord[],
  at: string,
): Promise<Supplier[]> {
  for (const supplier of await context.ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
  const unknown = new Set(records.map(({ supplier }) => supplier).filter((id) => !context.suppliers.has(id)))
  return [...unknown].map((id) => ({ id, name: id, priority: 0, since: at }))
}

/** The id of each record: the stored one, else the hash of supplier and code or the next that is free. */
async function recordIds({ ledger }: RegistryContext, records: readonly SupplierRecord[]): Promise<RecordId[]> {
  const known = await readInChunks(records, (chunk) => ledger.bySupplierCode(chunk))
  const wanted = records.map(wantedRecordId)
  const missing = wanted.filter((_, at) => known[at] === undefined)
  const occupied = new Set<RecordId>()
  const holders = await readInChunks(missing, (chunk) => ledger.getRecords(chunk))
  holders.forEach((holder, at) => {
    if (holder !== undefined) occupied.add(missing[at] as RecordId)
  })
  const taken = new Set(known)
  const ids: RecordId[] = []
  for (const [at, id] of wanted.entries()) {
    let free = known[at] ?? id
    while (
      known[at] === undefined &&
      (taken.has(free) || occupied.has(free) || (free !== id && (await isTaken(ledger, free))))
    ) {
      free = (free + 1) % Number.MAX_SAFE_INTEGER
    }
    taken.add(free)
    ids.push(free)
  }
  return ids
}

async function isTaken(ledger: RegistryContext['ledger'], id: RecordId): Promise<boolean> {
  return (await ledger.getRecords([id]))[0] !== undefined
}

/** What has to be written of a record; nothing when its content is what is stored. */
function changedRecord(
  { served: { rules } }: RegistryContext,
  id: RecordId,
  record: SupplierRecord,
  before: StoredRecord | undefined,
  at: string,
): PendingRecord | undefined {
  const contentHash = contentHashOf(record)
  const isStored = before?.row.contentHash === contentHash && before.row.endedAt === undefined
  return isStored ? undefined : pendingRecord(id, record, { before, contentHash, rules, at })
}

function unchanged(stored: StoredRecord | undefined): WrittenRecord {
  return {
    productId: stored?.link?.productId as ProductId,
    outcome: 'unchanged',
    confidence: stored?.link?.confidence ?? 0,
  }
}
