import { type AbortSignalLike, type Clock, systemClock } from '../../runtime/environment.ts'
import type { Ledger, LedgerHead } from '../../storage/ledger.ts'
import { isSameModelVersion } from '../../storage/model-version.ts'
import type { ChangeNumber, ModelVersionRow } from '../../storage/rows.ts'
import type { Storage } from '../../storage/storage.ts'
import { checkCopiedCounters } from './copied-counters.ts'
import { scanLedger } from './scan-ledger.ts'
import { writeRows } from './write-rows.ts'

/** The options of `replicateLedger`. */
export interface ReplicateOptions {
  /** The change that the previous call returned. This call continues from that change. Default: start with a scan. */
  readonly after?: ChangeNumber
  readonly signal?: AbortSignalLike
  /** A function that returns milliseconds since 1970. Default: the system clock. */
  readonly clock?: Clock
}

/** The parts of a storage that a copy needs before a registry can open the copy. */
export type ReplicateTarget = Pick<Storage, 'ledger' | 'setIndexVersion' | 'setModelVersion' | 'setNextChange'>

/**
 * Copies a ledger while other processes write to the ledger. To copy later changes, pass the returned change to the
 * next call. A call without a change is always safe, even after an interruption. The copy numbers its own changes and
 * has no events.
 *
 * @param target - A storage or a ledger. After all rows, a storage also gets the index version and the model version.
 *   Then a registry can open the storage, to read during replication or as a replacement. If the target is a ledger, it
 *   gets only the rows, and no registry can open it (`restore_unfinished`).
 * @returns The change of the source that the copy shows.
 * @throws RegistryError see `scanLedger` and `writeRows`; `storage_corrupt` also if the copied rows do not match the
 *   counters of the source. After `changes_expired`, call again without `after`.
 */
export async function replicateLedger(
  source: Ledger,
  target: Ledger | ReplicateTarget,
  options: ReplicateOptions = {},
): Promise<ChangeNumber> {
  const { clock = systemClock, ...walk } = options
  const storage = 'ledger' in target ? target : undefined
  const ledger = 'ledger' in target ? target.ledger : target
  const head = await source.head()
  let shown = options.after ?? 0
  for await (const { rows, change, counters } of scanLedger(source, { ...walk, head })) {
    await writeRows(ledger, rows, new Date(clock()).toISOString())
    if (counters !== undefined) checkCopiedCounters(counters, await ledger.counters())
    shown = change ?? shown
  }
  if (storage !== undefined) await completeCopy(storage, shown, head, await source.modelVersions())
  return shown
}

/** Writes the model version, then marks the copy as complete. */
async function completeCopy(
  storage: ReplicateTarget,
  shown: ChangeNumber,
  { indexVersion: version, modelVersion }: LedgerHead,
  modelVersions: readonly ModelVersionRow[],
): Promise<void> {
  const { change, indexVersion, modelVersion: own } = await storage.ledger.head()
  if (change < shown) await storage.setNextChange(shown)
  if (modelVersion !== undefined && !isSameModelVersion(modelVersion, own))
    await storage.setModelVersion(modelVersion, modelVersions)
  // This code writes the index version last, because the index version marks the registry as complete.
  if (version !== undefined && version !== indexVersion) await storage.setIndexVersion(version)
}
