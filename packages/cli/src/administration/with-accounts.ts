import { systemEnvironment } from '@utpid/service'
import { AccountRepository, ensurePlans } from '@utpid/service/internal'
import type { Io } from '../io/io.ts'
import { openServiceStore } from '../place/open-service-store.ts'
import { isRemote, remotePlace } from '../place/remote/remote-place.ts'
import { withHolder } from '../place/with-holder.ts'
import type { Administration } from './administration.ts'
import { folderAdministration } from './folder-administration.ts'
import { remoteAdministration } from './remote-administration.ts'

/** Runs a command of the operator on the accounts of a service. */
export async function withAccounts<Result>(
  place: string,
  work: (book: AccountRepository) => Promise<Result>,
): Promise<Result> {
  const store = await openServiceStore(place).catch(async (error: unknown) => {
    throw await withHolder(error, place)
  })
  try {
    await ensurePlans(store)
    return await work(new AccountRepository(store, systemEnvironment))
  } finally {
    await store.close()
  }
}

/** Runs an action on the accounts of a service, in a folder, a database, or over HTTP. */
export async function withAdministration<Result>(
  place: string,
  { signal }: Pick<Io, 'signal'>,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  if (isRemote(place)) return await work(remoteAdministration(remotePlace(place), signal))
  return await withAccounts(place, (book) => work(folderAdministration(book)))
}
