import type { Storage } from '@utpid/core'
import type { FolderCheck } from '../maintain/findings.ts'
import type { CheckOptions, Compacted, MaintenanceOptions } from '../maintain/maintenance-options.ts'
import type { Shipped } from '../package/shipped-format.ts'

/** A storage whose truth lies in a folder, and whose index is in memory. */
export interface DurableStorage extends Storage {
  /**
   * Writes the index down as it is now, so that the next opening reads it; nothing when it is
   * written down already. `onSnapshot` is told when it cannot be. Closing does the same.
   */
  writeSnapshot(): Promise<void>
  /**
   * Holds all tables against each other, the index against one that is made anew, and looks whether the snapshot can be
   * used. What is written meanwhile waits. It takes several times the memory of the index.
   *
   * @throws `aborted`
   */
  check(options?: CheckOptions): Promise<FolderCheck>
  /**
   * Makes one segment of the index, writes it down, copies the ledger without its free pages into the place of the old
   * one, and closes the storage. Needs as much room on the disk as the ledger will take.
   *
   * @throws `aborted`; the storage is closed then, too, and its files are as they were.
   */
  compact(options?: MaintenanceOptions): Promise<Compacted>
  /**
   * Writes the registry as one file, which `openSnapshot` opens for reading wherever it is
   * carried. Others may write meanwhile.
   *
   * @throws `aborted`; `validation_failed` with another index; `storage_full`.
   */
  ship(file: string, options?: MaintenanceOptions): Promise<Shipped>
  /**
   * Closes it and deletes its files while nobody else can have them: the folder is as it was before a registry was
   * begun in it. Other files in it stay.
   */
  remove(): Promise<void>
}
