import { type Client, createClient, UtpidError } from '@utpid/client'
import type {
  Account,
  AccountChange,
  InvitedMember,
  JobKind,
  KeyRotation,
  KeyView,
  MemberChange,
  MemberView,
  NewAccount,
  NewKey,
  NewMember,
  Plan,
} from '@utpid/service/internal'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { withLocalErrors } from '../place/remote/remote-error.ts'
import { REMOTE_RETRIES, type RemotePlace } from '../place/remote/remote-place.ts'
import type { Administration, CreatedKey, OperatorJob, RevokedKey } from './administration.ts'

const PAGE = 1_000

interface Invited {
  readonly member: unknown
  readonly invitation: { readonly text: string; readonly expiresAt: string }
}

/**
 * The accounts of a service over HTTP, limited to the scopes of the key. The account of the key has its own routes,
 * which need no operator scope; other accounts use the operator's routes.
 */
export class RemoteAdministration implements Administration {
  readonly #client: Client
  readonly #address: string
  readonly #call: { readonly signal: AbortSignal }

  constructor({ baseUrl, key }: RemotePlace, signal: AbortSignal) {
    this.#client = createClient({ baseUrl, key, retries: REMOTE_RETRIES })
    this.#address = baseUrl
    this.#call = { signal }
  }

  accounts(): Promise<readonly Account[]> {
    return this.#request(async (client, call) => {
      const all: Account[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { results, next } = await client.adminAccounts({ limit: PAGE, cursor }, call)
        all.push(...results)
        cursor = next
      }
      return all
    })
  }

  createAccount(input: NewAccount): Promise<Account> {
    return this.#request((client, call) => client.createAccount(input, call))
  }

  updateAccount(id: string, change: AccountChange): Promise<Account> {
    return this.#request((client, call) => client.updateAccountOf(id, change, call))
  }

  plans(): Promise<readonly Plan[]> {
    return this.#request(async (client, call) => (await client.plans(call)).results)
  }

  putPlan({ id, ...terms }: Plan): Promise<Plan> {
    return this.#request((client, call) => client.putPlan(id, terms, call))
  }

  jobs(limit: number): Promise<readonly OperatorJob[]> {
    return this.#request(async (client, call) => (await client.adminJobs({ limit }, call)).results.map(operatorJob))
  }

  createJob(kind: JobKind): Promise<OperatorJob> {
    return this.#request(async (client, call) => {
      if (kind === 'rescore' || kind === 'reindex') return operatorJob(await client.createAdminJob({ kind }, call))
      throw new CliError(
        EXIT.usage,
        `A job of kind ${kind} cannot be created over HTTP. A service creates it automatically, or create it next to the registry, with --data or --storage.`,
      )
    })
  }

  cancelJob(id: string): Promise<OperatorJob> {
    return this.#request(async (client, call) => operatorJob(await client.cancelAdminJob(id, call)))
  }

  keys(account: string | undefined): Promise<readonly KeyView[]> {
    return this.#inAccount(account, async (client, call, other) => {
      const { results } = other === undefined ? await client.keys(call) : await client.keysOf(other, call)
      // Only the serving process knows the current state of the limits.
      return results.map(({ limits: _, ...key }) => key as KeyView)
    })
  }

  createKey(account: string | undefined, input: NewKey): Promise<CreatedKey> {
    return this.#inAccount(account, (client, call, other) =>
      other === undefined ? client.createKey(input, call) : client.createKeyOf(other, input, call),
    )
  }

  rotateKey(account: string | undefined, id: string, rotation: KeyRotation): Promise<CreatedKey> {
    return this.#inAccount(account, (client, call, other) => {
      if (other !== undefined)
        throw foreignAccountError('A key of another account cannot be rotated', 'create a new key and revoke this one')
      return client.rotateKey(id, rotation, call)
    })
  }

  revokeKey(account: string | undefined, id: string): Promise<RevokedKey> {
    return this.#inAccount(account, async (client, call, other) => {
      const key = other === undefined ? await client.revokeKey(id, call) : await client.revokeKeyOf(other, id, call)
      return key as RevokedKey
    })
  }

  members(account: string | undefined): Promise<readonly MemberView[]> {
    return this.#inAccount(account, async (client, call, other) => {
      const { results } = other === undefined ? await client.members(call) : await client.membersOf(other, call)
      return results as readonly unknown[] as readonly MemberView[]
    })
  }

  inviteMember(account: string | undefined, input: NewMember): Promise<InvitedMember> {
    return this.#inAccount(account, async (client, call, other) =>
      invited(
        other === undefined ? await client.inviteMember(input, call) : await client.inviteMemberOf(other, input, call),
      ),
    )
  }

  linkMember(account: string | undefined, id: string): Promise<InvitedMember> {
    return this.#inAccount(account, async (client, call, other) =>
      invited(other === undefined ? await client.linkMember(id, call) : await client.linkMemberOf(other, id, call)),
    )
  }

  updateMember(account: string | undefined, id: string, change: MemberChange): Promise<MemberView> {
    return this.#inAccount(account, async (client, call, other) => {
      if (other !== undefined)
        throw foreignAccountError('A member of another account cannot be changed', 'ask an owner of that account')
      return (await client.updateMember(id, change, call)) as unknown as MemberView
    })
  }

  removeMember(account: string | undefined, id: string): Promise<void> {
    return this.#inAccount(account, async (client, call, other) => {
      if (other !== undefined)
        throw foreignAccountError('A member of another account cannot be removed', 'ask an owner of that account')
      await client.removeMember(id, call)
    })
  }

  #request<Result>(work: (client: Client, call: { readonly signal: AbortSignal }) => Promise<Result>): Promise<Result> {
    return withLocalErrors(this.#address, () => work(this.#client, this.#call))
  }

  /** @param account - Default: the account of the key. `work` receives an account only if it is another one. */
  #inAccount<Result>(
    account: string | undefined,
    work: (client: Client, call: { readonly signal: AbortSignal }, other: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    return this.#request(async (client, call) => {
      const isOther = account !== undefined && account !== (await this.#ownAccount())
      return await work(client, call, isOther ? account : undefined)
    })
  }

  /** Returns the account of the key; undefined when the key has no permission to read it. */
  async #ownAccount(): Promise<string | undefined> {
    try {
      return (await this.#client.account(this.#call)).id
    } catch (error) {
      if (error instanceof UtpidError && error.code === 'insufficient_scope') return undefined
      throw error
    }
  }
}

function invited({ member, invitation: { text, expiresAt } }: Invited): InvitedMember {
  return { member: member as MemberView, text, expiresAt }
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
  return new CliError(
    EXIT.usage,
    `${what} over HTTP: ${instead}, or run it next to the registry, with --data or --storage, while no service has its folder open. For the account of your own key omit --account.`,
  )
}
