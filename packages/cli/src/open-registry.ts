import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openDurableStorage } from '@utpid/adapter-memory/durable'
import { createRegistry, type Registry, type RegistryOptions } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-codes.ts'

/** Where a registry lives unless `--data` says otherwise. */
export const DEFAULT_DATA = './utpid-data'

/** The file by which a folder is known as a registry. */
const ABOUT_FILE = 'registry.json'

export interface OpenRegistryOptions {
  /** Begins a registry in a folder that holds none; false: that is an error. */
  readonly create: boolean
  /** What becomes of a registry of another index version; it is refused unless given. */
  readonly outdated?: RegistryOptions['outdated']
}

/**
 * Opens the registry in a folder. Close it when done: one process at a time has it open.
 *
 * @throws {CliError} when there is none and `create` is false.
 * @throws RegistryError as `openDurableStorage` and `createRegistry` do.
 */
export async function openRegistry(
  folder: string,
  { create, outdated = 'refuse' }: OpenRegistryOptions,
): Promise<Registry> {
  if (!create && !existsSync(join(folder, ABOUT_FILE))) {
    throw new CliError(
      EXIT.storage,
      `There is no registry in ${folder}; make one with "utpid import FILE --supplier ID" or "utpid demo", or name its folder with --data.`,
    )
  }
  const storage = await openDurableStorage(folder)
  try {
    // Giving way lets Ctrl-C and progress through during long computing.
    return await createRegistry({
      storage,
      gazetteer: loadGazetteer(),
      yield: async () => void (await setImmediate()),
      outdated,
    })
  } catch (error) {
    await storage.close()
    throw error
  }
}
