import { RegistryError } from '@utpid/core'
import { clearService, restoreServiceRows, type TableRow } from '@utpid/service/internal'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { holdsRegistry } from '../../place/open-registry.ts'
import { openServiceStore } from '../../place/open-service-store.ts'
import { isAddress } from '../../place/storage-place.ts'
import { backupLines, checkBackup } from './backup-file.ts'

/**
 * Checks a whole backup, then restores its service.
 *
 * @returns The number of restored rows of the service.
 * @throws {CliError} for a damaged backup, and if a registry or service already exists. Nothing was written then.
 */
export async function restoreServiceOf(file: string, place: string, io: Io): Promise<number> {
  await checkBackup(file, io.signal)
  if (!isAddress(place) && holdsRegistry(place)) {
    throw new CliError(
      EXIT.storage,
      'A registry already exists there. Restore a backup into an empty place; name it with --data or --storage.',
    )
  }
  const store = await openServiceStore(place)
  try {
    return await restoreServiceRows(store, tableRows(file, io))
  } catch (error) {
    if (!(error instanceof RegistryError && error.code === 'storage_not_empty')) throw error
    throw new CliError(EXIT.storage, `${error.message} Name it with --data or --storage.`, { cause: error })
  } finally {
    await store.close()
  }
}

/** Removes the rows that {@link restoreServiceOf} wrote. */
export async function removeService(place: string): Promise<void> {
  const store = await openServiceStore(place)
  try {
    await clearService(store)
  } finally {
    await store.close()
  }
}

/** Yields the lines of the registry's export inside a backup. */
export async function* registryLines(file: string, io: Io): AsyncGenerator<string, void> {
  for await (const line of backupLines(file, io.signal)) if ('registry' in line) yield line.registry
}

async function* tableRows(file: string, io: Io): AsyncGenerator<TableRow, void> {
  for await (const line of backupLines(file, io.signal)) if ('table' in line) yield line as TableRow
}
