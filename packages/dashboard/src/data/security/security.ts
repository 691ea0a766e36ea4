import { api } from '../api/api.ts'

/** The second factor of one's own password, in the form of `GET /account/totp`. */
export interface SecondFactor {
  readonly available: boolean
  readonly required: boolean
  readonly enabled: boolean
  readonly createdAt: string | null
  readonly recoveryCodes: number
}

/** A new secret of an authenticator app. */
export interface NewSecret {
  readonly secret: string
  /** SVG. */
  readonly qr: string
}

/** An open session. */
export interface OpenSession {
  readonly id: string
  readonly method: 'password' | 'provider' | 'key'
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly current: boolean
}

// These operations need the session cookie, so the client has no methods for them.

export async function ownSessions(): Promise<readonly OpenSession[]> {
  return ((await api.request('GET', '/account/sessions')) as { readonly results: readonly OpenSession[] }).results
}

export async function endSession(id: string): Promise<void> {
  await api.request('DELETE', `/account/sessions/${encodeURIComponent(id)}`)
}

/** @returns the number of ended sessions. */
export async function endOtherSessions(): Promise<number> {
  return ((await api.request('DELETE', '/account/sessions')) as { readonly ended: number }).ended
}

export async function secondFactor(): Promise<SecondFactor> {
  return (await api.request('GET', '/account/totp')) as SecondFactor
}

export async function beginSecondFactor(): Promise<NewSecret> {
  return (await api.request('POST', '/account/totp', {})) as NewSecret
}

/** @returns the recovery codes. @throws {UtpidError} for a wrong code. */
export async function confirmSecondFactor(code: string): Promise<readonly string[]> {
  return codesIn(await api.request('POST', '/account/totp/confirmation', { code }))
}

/** @returns new recovery codes. @throws {UtpidError} for a wrong code. */
export async function renewRecoveryCodes(code: string): Promise<readonly string[]> {
  return codesIn(await api.request('POST', '/account/totp/recovery-codes', { code }))
}

export async function removeSecondFactor(code: string): Promise<void> {
  await api.request('POST', '/account/totp/removal', { code })
}

/** Makes another member an owner, and the signed-in owner an admin. */
export async function transferOwnership(member: string): Promise<void> {
  await api.request('POST', '/account/ownership', { member })
}

function codesIn(answer: unknown): readonly string[] {
  return (answer as { readonly recoveryCodes: readonly string[] }).recoveryCodes
}
