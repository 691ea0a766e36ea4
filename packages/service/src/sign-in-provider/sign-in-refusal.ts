/** Why a sign-in with the provider failed. The dashboard has a text for each reason. */
export const SIGN_IN_REFUSALS = {
  provider_unavailable: 'The provider does not answer, or its settings or answers are wrong.',
  not_completed: 'The person did not complete the sign-in at the provider.',
  expired: 'The sign-in took too long, was repeated, or was started in another browser.',
  invalid_answer: 'The answer of the provider is not for this service, or is not valid.',
  no_group: 'No group of the person has a role here.',
  no_email: 'The provider gives no e-mail address for the person.',
  email_taken: 'A member with this e-mail address exists, and the provider has not verified the address.',
  member_disabled: 'The member is disabled.',
  account_unavailable: 'The account is suspended, deleted or full.',
} as const

/** A reason of {@link SIGN_IN_REFUSALS}. */
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS

/** The technical cause of a refused sign-in, for the log. It contains no secret and no token. */
export interface SignInProblem {
  readonly reason: SignInRefusal
  /** Code of the library, such as `OAUTH_TIMEOUT`, or of the network, such as `ECONNREFUSED`. */
  readonly code?: string
  /** Error code of the provider, such as `invalid_grant`. */
  readonly providerError?: string
  /** HTTP status of the provider. */
  readonly status?: number
  /** The provider's id of the person. */
  readonly subject?: string
}

/** A refused sign-in with the provider. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly problem: SignInProblem

  constructor(problem: SignInProblem) {
    super(SIGN_IN_REFUSALS[problem.reason])
    this.problem = problem
  }
}
