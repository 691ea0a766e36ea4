import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-memory/durable'
import { createRegistry, INDEX_VERSION_TEXT, type Registry, type RegistryOptions } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-codes.ts'
import type { Output } from './output.ts'

/** Where a registry lives unless `--data` says otherwise. */
export const DEFAULT_DATA = './utpid-data'

/** Files by which a folder is known as a registry; the first may be deleted to go on from an older ledger. */
const KNOWN_BY = ['registry.json', 'ledger.lmdb'] as const

export interface OpenRegistryOptions {
  /** Begins a registry in a folder that holds none; false: that is an error. */
  readonly create: boolean
  /** What becomes of a registry of another index version; it is refused unless given. */
  readonly outdated?: RegistryOptions['outdated']
  /** Is told of such a one. */
  readonly notes?: Output | undefined
}

/** Whether a folder holds a registry. */
export function holdsRegistry(folder: string): boolean {
  return KNOWN_BY.some((name) => existsSync(join(folder, name)))
}

/**
 * Opens the registry in a folder. Close it when done: one process at a time has it open.
 *
 * @throws {CliError} when there is none and `create` is false.
 * @throws RegistryError as `openDurableStorage` and `createRegistry` do.
 */
export async function openRegistry(
  folder: string,
  { create, outdated = 'refuse', notes }: OpenRegistryOptions,
): Promise<Registry> {
  if (!create && !holdsRegistry(folder)) {
    throw new CliError(
      EXIT.storage,
      `There is no registry in ${folder}; make one with "utpid import FILE --supplier ID" or "utpid demo", or name its folder with --data.`,
    )
  }
  const storage = await openDurableStorage(folder)
  try {
    // Giving way lets Ctrl-C and progress through during long computing.
    const registry = await createRegistry({
      storage,
      gazetteer: loadGazetteer(),
      yield: async () => void (await setImmediate()),
      outdated,
    })
    const { indexVersion = INDEX_VERSION_TEXT } = await storage.ledger.head()
    if (indexVersion !== INDEX_VERSION_TEXT) {
      await notes?.line(
        `utpid: the registry in ${folder} is of index version ${indexVersion}, this is ${INDEX_VERSION_TEXT}. What is asked is answered; matching and importing need "utpid reindex".`,
      )
    }
    return registry
  } catch (error) {
    await storage.close()
    throw error
  }
}

/**
 * Opens the registry in a folder for what needs no keys: also one of another index version, which is said. So it can
 * be looked at and backed up before it is reindexed.
 *
 * @throws as {@link openRegistry}
 */
export function openForReading(folder: string, notes: Output | undefined): Promise<Registry> {
  return openRegistry(folder, { create: false, outdated: 'open', notes })
}
