import { randomBytes } from 'node:crypto'
import { openDurableStorage } from '@utpid/adapter-folder'
import { openDurableServiceStore } from '@utpid/adapter-folder/service'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { openPostgresServiceStore } from '@utpid/adapter-postgres/service'
import { SERVICE_TABLES } from '@utpid/service'
import { withClientOf } from '../../../adapter-postgres/test/support/server/with-client.ts'
import type { TestPlace } from '../support/hosted-test-service.ts'

/** Empty storage of a service, with a function that deletes the storage after it was closed. */
export interface OpenPlace {
  readonly place: TestPlace
  readonly remove: () => Promise<void>
}

/** Creates storage in a folder. @param folder - An empty folder, which the caller deletes. */
export async function folderPlace(folder: string): Promise<OpenPlace> {
  const place = {
    storage: await openDurableStorage(folder),
    store: await openDurableServiceStore(folder, SERVICE_TABLES),
  }
  return { place, remove: async () => undefined }
}

/** Creates storage in PostgreSQL. @param url - URL of a server on which schemas may be created. */
export async function postgresPlace(url: string): Promise<OpenPlace> {
  const schema = `utpid generated ${randomBytes(8).toString('hex')}`
  const options = { connectionString: url, schema }
  const place = {
    storage: await openPostgresStorage(options),
    store: await openPostgresServiceStore(options, SERVICE_TABLES),
  }
  const remove = (): Promise<void> =>
    withClientOf(url, async (client) => void (await client.query(`drop schema if exists "${schema}" cascade`)))
  return { place, remove }
}
