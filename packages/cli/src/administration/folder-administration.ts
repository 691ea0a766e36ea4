import { defined } from '@utpid/core/storage'
import { type Job, OPERATOR, systemEnvironment } from '@utpid/service'
import {
  type Account,
  type AccountRepository,
  Accounts,
  Jobs,
  KeyList,
  Keys,
  Members,
  Plans,
} from '@utpid/service/internal'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import type { Administration, OperatorJob } from './administration.ts'

/** Accounts in one page of a listing. */
const PAGE = 1_000

/** Returns the accounts of a service, read from its folder or database. There the operator may do everything. */
export function folderAdministration(book: AccountRepository): Administration {
  const jobs = new Jobs(book.store, systemEnvironment.now)
  const [accounts, plans] = [new Accounts(book), new Plans(book)]
  const [keys, members] = [new Keys(book), new Members(book)]
  const idOf = (account: string | undefined): Promise<string> => resolveAccount(book, account)
  return {
    accounts: () => allAccounts(accounts),
    createAccount: (input) => accounts.create(OPERATOR, input),
    updateAccount: (id, change) => accounts.update(OPERATOR, id, change),
    plans: () => plans.list(),
    putPlan: (plan) => plans.put(OPERATOR, plan),
    jobs: async (limit) => (await jobs.listAll({ limit })).jobs.map(operatorJob),
    createJob: async (kind, options = {}) => operatorJob(await jobs.create({ kind, options: () => ({ ...options }) })),
    async cancelJob(id) {
      const { accountId, kind } = await jobs.find(id)
      return operatorJob(await jobs.cancel(accountId, kind, id))
    },
    keys: async (account) => new KeyList(book).list(OPERATOR, await idOf(account)),
    createKey: async (account, input) => keys.create(OPERATOR, await idOf(account), input),
    rotateKey: async (account, id, rotation) => keys.rotate(OPERATOR, await idOf(account), id, rotation),
    revokeKey: async (account, id) => keys.revoke(OPERATOR, await idOf(account), id),
    members: async (account) => members.list(OPERATOR, await idOf(account)),
    inviteMember: async (account, input) => members.invite(OPERATOR, await idOf(account), input),
    linkMember: async (account, id) => members.newLink(OPERATOR, await idOf(account), id),
    updateMember: async (account, id, change) => members.update(OPERATOR, await idOf(account), id, change),
    removeMember: async (account, id) => void (await members.remove(OPERATOR, await idOf(account), id)),
  }
}

async function allAccounts(accounts: Accounts): Promise<Account[]> {
  const all: Account[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const page = await accounts.list(OPERATOR, { limit: PAGE, ...defined({ after }) })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

function operatorJob({ id, kind, accountId, status, progress, ...job }: Job): OperatorJob {
  const { createdAt, startedAt = null, finishedAt = null, error = null } = job
  const counts = { ...progress.counts, total: progress.total }
  return { id, kind, account: accountId ?? null, status, createdAt, startedAt, finishedAt, counts, error }
}

/**
 * Returns the named account, else the only one.
 *
 * @throws {CliError} when there is none, or several and none is named.
 */
async function resolveAccount(book: AccountRepository, named: string | undefined): Promise<string> {
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
