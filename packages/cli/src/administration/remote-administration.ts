import { type CallOptions, type Client, createClient, type Operations, UtpidError } from '@utpid/client'
import type { Account, InvitedMember, JobKind } from '@utpid/service/internal'
import { type CliError, usageError } from '../errors/cli-error.ts'
import { withLocalErrors } from '../place/remote/remote-error.ts'
import { REMOTE_RETRIES, type RemotePlace } from '../place/remote/remote-place.ts'
import type { Administration, OperatorJob } from './administration.ts'

const PAGE = 1_000

/** The operations of a method on an account. They take the arguments of the method after the account. */
interface AccountMethod {
  /** For the account of the key. */
  readonly own: keyof Operations
  /** For another account: an operation, or texts that say why there is none, and what to do instead. */
  readonly other: keyof Operations | readonly [what: string, instead: string]
  take?(answer: never): unknown
}

const OF_ACCOUNT = {
  keys: {
    own: 'keys',
    other: 'keysOf',
    // Only the serving process knows the current state of the limits.
    take: ({ results }: Results<{ readonly limits?: unknown }>) => results.map(({ limits: _, ...key }) => key),
  },
  createKey: { own: 'createKey', other: 'createKeyOf' },
  rotateKey: {
    own: 'rotateKey',
    other: ['A key of another account cannot be rotated', 'create a new key and revoke this one'],
  },
  revokeKey: { own: 'revokeKey', other: 'revokeKeyOf' },
  members: { own: 'members', other: 'membersOf', take: ({ results }: Results<unknown>) => results },
  inviteMember: { own: 'inviteMember', other: 'inviteMemberOf', take: invited },
  linkMember: { own: 'linkMember', other: 'linkMemberOf', take: invited },
  updateMember: {
    own: 'updateMember',
    other: ['A member of another account cannot be changed', 'ask an owner of that account'],
  },
  removeMember: {
    own: 'removeMember',
    other: ['A member of another account cannot be removed', 'ask an owner of that account'],
  },
} as const satisfies Partial<Record<keyof Administration, AccountMethod>>

/**
 * Returns the accounts of a service over HTTP, limited to the scopes of the key. The account of the key has its own
 * routes, which need no operator scope; other accounts use the operator's routes.
 */
export function remoteAdministration({ baseUrl, key }: RemotePlace, signal: AbortSignal): Administration {
  const client = createClient({ baseUrl, key, retries: REMOTE_RETRIES })
  const call = { signal }
  const local = <Answer>(work: () => Promise<Answer>): Promise<Answer> => withLocalErrors(baseUrl, work)
  const ofAccount = Object.entries<AccountMethod>(OF_ACCOUNT).map(([name, method]) => [
    name,
    (account: string | undefined, ...given: unknown[]) => local(() => inAccount(client, call, method, account, given)),
  ])
  return {
    ...(Object.fromEntries(ofAccount) as Pick<Administration, keyof typeof OF_ACCOUNT>),
    accounts: () => local(() => allAccounts(client, call)),
    createAccount: (input) => local(() => client.createAccount(input, call)),
    updateAccount: (id, change) => local(() => client.updateAccountOf(id, change, call)),
    plans: () => local(async () => (await client.plans(call)).results),
    putPlan: ({ id, ...terms }) => local(() => client.putPlan(id, terms, call)),
    jobs: (limit) => local(async () => (await client.adminJobs({ limit }, call)).results.map(operatorJob)),
    createJob: (kind, options) =>
      local(async () => {
        if (kind === 'rescore') return operatorJob(await client.createAdminJob({ kind, ...options }, call))
        if (kind === 'reindex') return operatorJob(await client.createAdminJob({ kind }, call))
        throw usageError(
          `A job of kind ${kind} cannot be created over HTTP. A service creates it automatically, or create it next to the registry, with --data or --storage.`,
        )
      }),
    cancelJob: (id) => local(async () => operatorJob(await client.cancelAdminJob(id, call))),
  }
}

async function allAccounts(client: Client, call: CallOptions): Promise<Account[]> {
  const all: Account[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { results, next } = await client.adminAccounts({ limit: PAGE, cursor }, call)
    all.push(...results)
    cursor = next
  }
  return all
}

/** @param account - Default: the account of the key. */
async function inAccount(
  client: Client,
  call: CallOptions,
  { own, other, take }: AccountMethod,
  account: string | undefined,
  given: readonly unknown[],
): Promise<unknown> {
  const isOther = account !== undefined && account !== (await ownAccount(client, call))
  if (isOther && typeof other !== 'string') throw foreignAccountError(...other)
  const operation = isOther && typeof other === 'string' ? other : own
  const ask = client[operation] as (...given: unknown[]) => Promise<unknown>
  const answer = await ask(...(isOther ? [account] : []), ...given, call)
  return take === undefined ? answer : take(answer as never)
}

/** Returns the account of the key; undefined when the key has no permission to read it. */
async function ownAccount(client: Client, call: CallOptions): Promise<string | undefined> {
  try {
    return (await client.account(call)).id
  } catch (error) {
    if (error instanceof UtpidError && error.code === 'insufficient_scope') return undefined
    throw error
  }
}

interface Results<Row> {
  readonly results: readonly Row[]
}

interface Invited {
  readonly member: InvitedMember['member']
  readonly invitation: { readonly text: string; readonly expiresAt: string }
}

function invited({ member, invitation: { text, expiresAt } }: Invited): InvitedMember {
  return { member, text, expiresAt }
}

function operatorJob({
  counts,
  ...job
}: Omit<OperatorJob, 'kind' | 'counts'> & {
  readonly kind: string
  readonly counts: Readonly<Record<string, unknown>>
}): OperatorJob {
  return { ...job, kind: job.kind as JobKind, counts: counts as OperatorJob['counts'] }
}

/** @param what - Start of the sentence. @param instead - How to do the same over HTTP. */
function foreignAccountError(what: string, instead: string): CliError {
  return usageError(
    `${what} over HTTP: ${instead}, or run it next to the registry, with --data or --storage, while no service has its folder open. For the account of your own key omit --account.`,
  )
}
