import { type Signal, signal } from '@preact/signals'
import { allows } from './scopes.ts'

/** The current session, in the form of `GET /account/session`. */
export interface Session {
  readonly account: { readonly id: string; readonly name: string }
  readonly scopes: readonly string[]
  /** Whether the member must set up a second factor before anything else. */
  readonly mustEnrol: boolean
  readonly member: { readonly id: string; readonly name: string; readonly role: string } | null
  readonly key: { readonly id: string; readonly name: string } | null
}

export type SessionState =
  | { readonly state: 'asking' }
  | { readonly state: 'unreachable'; readonly error: unknown }
  | { readonly state: 'out'; readonly isExpired: boolean }
  | { readonly state: 'in'; readonly session: Session }

export const sessionState: Signal<SessionState> = signal<SessionState>({ state: 'asking' })

/** Marks the session as expired. */
export function sessionEnded(): void {
  if (sessionState.value.state === 'in') sessionState.value = { state: 'out', isExpired: true }
}

/** The signed-in member. Undefined for a session of a key. */
export function signedInMember(): NonNullable<Session['member']> | undefined {
  const { value } = sessionState
  return value.state === 'in' ? (value.session.member ?? undefined) : undefined
}

/**
 * Whether the session has one of the scopes. The result only hides useless buttons: the service checks each request.
 */
export function may(...scopes: readonly string[]): boolean {
  const { value } = sessionState
  return value.state === 'in' && scopes.some((scope) => allows(value.session.scopes, scope))
}
