import { type Registry, RegistryError } from '@utpid/core'

/** A registry module for threads that cannot open the registry. */
export async function openWorkerRegistry(): Promise<Registry> {
  throw new RegistryError('index_outdated', 'The index is of another version.')
}
