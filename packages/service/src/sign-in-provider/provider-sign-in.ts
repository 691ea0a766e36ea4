import { rowKey } from '@utpid/core/storage'
import { FIRST_ACCOUNT } from '../accounts/first-account.ts'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import type { CreatedSession, Sessions } from '../authentication/sessions.ts'
import type { SessionClient } from '../model/sign-in.ts'
import type { SecretBox } from '../secrets/seal.ts'
import { OpenIdProvider, type SignInChecks } from './open-id-provider.ts'
import { memberOfPerson } from './provider-members.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { roleOfGroups } from './role-of-groups.ts'
import { type SignInProblem, type SignInRefusal, SignInRefused } from './sign-in-refusal.ts'

/** Time for the sign-in at the provider: ten minutes. */
export const PROVIDER_SIGN_IN_MS = 600_000

const PURPOSE = 'provider sign-in'

/** The start of a sign-in: where to send the person, and the cookie to find again when the person comes back. */
export interface StartedSignIn {
  readonly url: string
  /** Sealed. It contains the checks of the sign-in. */
  readonly cookie: string
}

/** The parts of {@link ProviderSignIn}. */
export interface ProviderSignInParts {
  readonly settings: ProviderSettings
  readonly repository: AccountRepository
  readonly sessions: Sessions
  readonly secrets: SecretBox
  /** Receives each refused sign-in, for the log. */
  readonly onProblem?: ((problem: SignInProblem) => void) | undefined
}

/** Sign-in with the provider. It opens the same sessions as a password. */
export class ProviderSignIn {
  readonly #parts: ProviderSignInParts
  readonly #provider: OpenIdProvider

  constructor(parts: ProviderSignInParts) {
    this.#parts = parts
    this.#provider = new OpenIdProvider(parts.settings, () => parts.repository.environment.now())
  }

  /** The name on the button of the sign-in page. */
  get name(): string {
    return this.#parts.settings.name
  }

  /** @returns the reason if the provider is not available. */
  async start(): Promise<StartedSignIn | { readonly refused: SignInRefusal }> {
    return await this.#refusable(async () => {
      const { url, checks } = await this.#provider.start()
      const sealed = { ...checks, startedAt: this.#parts.repository.environment.now() }
      return { url: url.href, cookie: this.#parts.secrets.seal(JSON.stringify(sealed), PURPOSE) }
    })
  }

  /**
   * Finishes a sign-in.
   *
   * @param query - The query with which the provider sent the person back.
   * @param cookie - The cookie of {@link start}.
   * @returns the session, or why there is none.
   */
  async finish(
    query: URLSearchParams,
    cookie: string | undefined,
    client: SessionClient,
  ): Promise<CreatedSession | { readonly refused: SignInRefusal }> {
    return await this.#refusable(async () => {
      const { repository, sessions, settings } = this.#parts
      const person = await this.#provider.finish(query, this.#checksIn(cookie))
      const role = roleOfGroups(person.groups, settings.groupRoles)
      const accountId = settings.accountId ?? FIRST_ACCOUNT
      const memberId = await memberOfPerson(repository, accountId, person, role)
      return await sessions.signInFromProvider(accountId, memberId, client)
    })
  }

  /** Whether the account of the settings exists; for a warning at the start. */
  async hasAccount(): Promise<boolean> {
    const { settings, repository } = this.#parts
    const [account] = await repository.store.read('accounts', [rowKey(settings.accountId ?? FIRST_ACCOUNT)])
    return account !== undefined
  }

  #checksIn(cookie: string | undefined): SignInChecks {
    const { secrets, repository } = this.#parts
    if (cookie === undefined) throw new SignInRefused({ reason: 'expired', code: 'NO_COOKIE' })
    let opened: SignInChecks & { readonly startedAt: number }
    try {
      opened = JSON.parse(secrets.open(cookie, PURPOSE))
    } catch {
      throw new SignInRefused({ reason: 'expired', code: 'INVALID_COOKIE' })
    }
    if (repository.environment.now() - opened.startedAt > PROVIDER_SIGN_IN_MS) {
      throw new SignInRefused({ reason: 'expired', code: 'TOO_LATE' })
    }
    return opened
  }

  async #refusable<Result>(work: () => Promise<Result>): Promise<Result | { readonly refused: SignInRefusal }> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error
      this.#parts.onProblem?.(error.problem)
      return { refused: error.problem.reason }
    }
  }
}
