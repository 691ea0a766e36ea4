import { type Caller, OPERATOR } from '../../src/access/actor.ts'
import { Accounts } from '../../src/accounts/accounts.ts'
import { Members } from '../../src/accounts/members.ts'
import { ensurePlans, Plans } from '../../src/accounts/plans.ts'
import { AccountRepository } from '../../src/accounts/repository/account-repository.ts'
import { Services } from '../../src/accounts/services.ts'
import { Authenticator } from '../../src/authentication/authenticator.ts'
import { KeyUses } from '../../src/authentication/key-uses.ts'
import { Sessions } from '../../src/authentication/sessions.ts'
import { Keys } from '../../src/keys/keys.ts'
import { KeyList } from '../../src/keys/list-keys.ts'
import type { Role } from '../../src/model/role.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import type { ServiceStore } from '../../src/store/service-store.ts'
import { type VirtualEnvironment, virtualEnvironment } from './virtual-environment.ts'

/** Low costs, for tests that do not concern passwords. */
export const CHEAP: { passwordCosts: { logCost: number; blockSize: number; parallel: number } } = {
  passwordCosts: { logCost: 4, blockSize: 1, parallel: 1 },
}

export const PASSWORD = 'correct horse battery'

/** All account parts of a service over one store. */
export class AccountFixture {
  readonly store: ServiceStore
  readonly environment: VirtualEnvironment
  readonly book: AccountRepository
  readonly accounts: Accounts
  readonly plans: Plans
  readonly members: Members
  readonly services: Services
  readonly keys: Keys
  readonly keyList: KeyList
  readonly uses: KeyUses
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  #people = 0

  constructor(store: ServiceStore = new MemoryServiceStore(), environment: VirtualEnvironment = virtualEnvironment()) {
    this.store = store
    this.environment = environment
    this.book = new AccountRepository(store, environment)
    this.accounts = new Accounts(this.book)
    this.plans = new Plans(this.book)
    this.members = new Members(this.book, CHEAP)
    this.services = new Services(this.book)
    this.keys = new Keys(this.book)
    this.keyList = new KeyList(this.book)
    this.uses = new KeyUses(store, environment)
    this.authenticator = new Authenticator(this.book, this.uses)
    this.sessions = new Sessions(this.book, this.authenticator, CHEAP)
  }

  /** Creates an account without members. */
  async account(plan = 'business', options: { operator?: boolean } = {}): Promise<string> {
    await ensurePlans(this.store)
    return (await this.accounts.create(OPERATOR, { name: 'Acme', plan, ...options })).id
  }

  /** Creates a member with a password. */
  async member(accountId: string, role: Role): Promise<string> {
    const email = `person-${++this.#people}@example.org`
    const { text, member } = await this.members.invite(OPERATOR, accountId, { name: role, email, role })
    await this.members.acceptInvitation(text, PASSWORD)
    return member.id
  }

  /** Creates a member and signs in. */
  async signedIn(accountId: string, role: Role): Promise<Caller> {
    const id = await this.member(accountId, role)
    const member = (await this.members.list(OPERATOR, accountId)).find((one) => one.id === id)
    return (await this.sessions.signIn(member?.email ?? '', PASSWORD, accountId)).caller
  }
}
