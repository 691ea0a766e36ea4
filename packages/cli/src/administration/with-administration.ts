import type { Io } from '../io/io.ts'
import { isRemote, remotePlace } from '../place/remote/remote-place.ts'
import type { Administration } from './administration.ts'
import { FolderAdministration } from './folder-administration.ts'
import { RemoteAdministration } from './remote-administration.ts'
import { withAccounts } from './with-accounts.ts'

/** Does what a command has to do with the accounts of a service, wherever it is. */
export async function withAdministration<Result>(
  place: string,
  { signal }: Pick<Io, 'signal'>,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  if (isRemote(place)) return await work(new RemoteAdministration(remotePlace(place), signal))
  return await withAccounts(place, (book) => work(new FolderAdministration(book)))
}
