import { openDurableServiceStore } from '@utpid/adapter-folder/service'
import { SERVICE_TABLES, type ServiceStore } from '@utpid/service'
import { usageError } from '../errors/cli-error.ts'
import { isFile } from './open-registry.ts'
import { needsFolder } from './remote/needs-folder.ts'
import { isRemote } from './remote/remote-place.ts'
import { isAddress, postgresPlace, shownPlace } from './storage-place.ts'

/** Opens the store of a service, in the folder or schema of its registry. */
export async function openServiceStore(place: string): Promise<ServiceStore> {
  if (isRemote(place)) throw needsFolder('This command')
  if (isFile(place)) throw usageError(`${shownPlace(place)} is a file; use the folder of a registry.`)
  if (!isAddress(place)) return await openDurableServiceStore(place, SERVICE_TABLES)
  const { openPostgresServiceStore } = await import('@utpid/adapter-postgres/service')
  return await openPostgresServiceStore(postgresPlace(place), SERVICE_TABLES)
}
