/** Whether members who sign in with a password may use a second factor, or must. */
export type TotpMode = 'optional' | 'required'

/** All modes. */
export const TOTP_MODES: readonly TotpMode[] = ['optional', 'required']

/** The sender of a request, for the list of sessions. */
export interface SessionClient {
  readonly address?: string
  /** The header User-Agent. */
  readonly userAgent?: string
}
