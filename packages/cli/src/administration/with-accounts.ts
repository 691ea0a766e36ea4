import { systemEnvironment } from '@utpid/service'
import { AccountRepository, ensurePlans } from '@utpid/service/internal'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { openServiceStore } from '../place/open-service-store.ts'
import { withHolder } from '../place/with-holder.ts'

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

/**
 * Returns the named account, else the only one.
 *
 * @throws {CliError} when there is none, or several and none is named.
 */
export async function resolveAccount(book: AccountRepository, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const [first, second] = await book.store.range('accounts', { limit: 2 })
  if (first === undefined) {
    throw new CliError(
      EXIT.notFound,
      'There are no accounts yet: "utpid serve" creates the first, "utpid accounts create" more.',
    )
  }
  if (second !== undefined) throw usageError('There are several accounts; name one with --account ID.')
  return first.row.id
}
