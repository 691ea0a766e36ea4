import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import type { DryRun, DryRunOptions } from '@utpid/core/operations'
import { loadGazetteer } from '@utpid/gazetteer'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { holdsRegistry, openRegistry } from './open-registry.ts'
import type { RegistryRules } from './registry-rules.ts'
import { isAddress } from './storage-place.ts'

/** A dry run with the registry that it reads. */
export interface OpenedDryRun extends DryRun {
  readonly registry: Registry
}

/**
 * Starts a dry run on the registry in a place. If the place has no registry, the dry run is on an empty registry in
 * memory, so that nothing is created.
 */
export async function openDryRun(place: string, rules: RegistryRules, options: DryRunOptions): Promise<OpenedDryRun> {
  const registry = (await existingRegistry(place, rules)) ?? (await emptyRegistry(rules))
  try {
    return { ...(await registry.dryRun(options)), registry }
  } catch (error) {
    await registry.close()
    throw error
  }
}

async function existingRegistry(place: string, rules: RegistryRules): Promise<Registry | undefined> {
  if (!holdsRegistry(place)) return undefined
  try {
    return await openRegistry(place, { create: false, rules })
  } catch (error) {
    // Only opening a database shows whether it has a registry.
    if (isAddress(place) && error instanceof CliError && error.exitCode === EXIT.storage) return undefined
    throw error
  }
}

function emptyRegistry(rules: RegistryRules): Promise<Registry> {
  return createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer(), ...rules })
}
