/** Why a sign-in with the provider failed, by the reason that the service puts into the address. */
const REFUSALS: Readonly<Record<string, string>> = {
  provider_unavailable:
    'The sign-in provider does not answer. Try again in some minutes. If that does not help, tell the person who runs this service.',
  not_completed: 'You did not complete the sign-in at the provider. Start again.',
  expired: 'The sign-in took too long, or was started in another window. Start again.',
  invalid_answer:
    'The answer of the sign-in provider is not valid for this service. Tell the person who runs this service.',
  no_group:
    'You are signed in at the provider, but none of your groups has access here. Ask the person who manages your groups.',
  no_email: 'The sign-in provider gives no e-mail address for you. Ask the person who runs this service.',
  email_taken:
    'A member with your e-mail address already exists, and the provider has not verified the address. Ask an owner of the account.',
  member_disabled: 'An owner or admin has disabled your access. Ask them.',
  account_unavailable: 'The account is suspended or has no room for new members. Ask the person who runs this service.',
}

/** Returns the text for a reason; undefined for an unknown one. */
export function refusalText(reason: string | undefined): string | undefined {
  return reason !== undefined && Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined
}
