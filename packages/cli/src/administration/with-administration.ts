import type { Io } from '../io/io.ts'
import { isRemote, remotePlace } from '../place/remote/remote-place.ts'
import type { Administration } from './administration.ts'
import { folderAdministration } from './folder-administration.ts'
import { remoteAdministration } from './remote-administration.ts'
import { withAccounts } from './with-accounts.ts'

/** Runs an action on the accounts of a service, in a folder, a database, or over HTTP. */
export async function withAdministration<Result>(
  place: string,
  { signal }: Pick<Io, 'signal'>,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  if (isRemote(place)) return await work(remoteAdministration(remotePlace(place), signal))
  return await withAccounts(place, (book) => work(folderAdministration(book)))
}
