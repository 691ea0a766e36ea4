import { UtpidError } from '@utpid/client'
import { api } from './api.ts'
import { type Session, sessionState } from './session.ts'

/** Reads the current session. */
export async function readSession(): Promise<void> {
  try {
    const session = (await api.request('GET', '/account/session')) as Session | undefined
    sessionState.value = session === undefined ? { state: 'out', isExpired: false } : { state: 'in', session }
  } catch (error) {
    sessionState.value = { state: 'unreachable', error }
  }
}

/** Signs in. @param by - An API key, or the e-mail address and password of a member. @throws {UtpidError} */
export async function signIn(
  by:
    | { readonly key: string }
    | { readonly email: string; readonly password: string; readonly code?: string | undefined },
): Promise<void> {
  await api.request('POST', '/account/session', by)
  await readSession()
}

/** Whether the error says that the password is correct and a code is missing. */
export function needsCode(error: unknown): boolean {
  return error instanceof UtpidError && error.code === 'second_factor_required'
}

export async function signOut(): Promise<void> {
  await api.request('DELETE', '/account/session')
  sessionState.value = { state: 'out', isExpired: false }
}

/** Accepts an invitation and sets the password. @throws {UtpidError} */
export async function takeUpInvitation(invitation: string, password: string): Promise<void> {
  await api.request('POST', '/account/invitation', { invitation, password })
}
