import type { Storage } from '@utpid/core'
import type { FolderCheck } from '../maintain/findings.ts'
import type { CheckOptions, Compacted, MaintenanceOptions } from '../maintain/maintenance-options.ts'
import type { PackageInfo } from '../package/package-format.ts'

/** A storage with its ledger in a folder and its index in memory. */
export interface DurableStorage extends Storage {
  /**
   * Writes the index checkpoint for the next opening, unless the checkpoint is current. Reports a failure to
   * `onCheckpoint`. Closing also writes the checkpoint.
   */
  writeCheckpoint(): Promise<void>
  /**
   * Checks the tables against each other, compares the index with a rebuilt index, and checks that the checkpoint can
   * be used. Writes wait until the end. The check needs several times the memory of the index.
   *
   * @throws `aborted`
   */
  check(options?: CheckOptions): Promise<FolderCheck>
  /**
   * Merges the index into one segment, writes its checkpoint, replaces the ledger with a copy without free pages, and
   * closes the storage. Needs free disk space for the new ledger.
   *
   * @throws `aborted`. The storage is then closed, and its files are unchanged.
   */
  compact(options?: MaintenanceOptions): Promise<Compacted>
  /**
   * Writes the registry as a registry package: one file, which `openSnapshot` opens for reading anywhere. Writes may
   * continue meanwhile.
   *
   * @throws `aborted`; `validation_failed` with another index; `storage_full`.
   */
  writePackage(file: string, options?: MaintenanceOptions): Promise<PackageInfo>
  /** Closes the storage and deletes its files under the lock. Other files in the folder stay. */
  remove(): Promise<void>
}
