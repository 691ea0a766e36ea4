import { RegistryError } from '@utpid/core'

/** The cause of an `unavailable` error, in `details.reason`. */
export type FailureReason = 'conflict' | 'timeout' | 'lock' | 'connection' | 'connections' | 'rights' | 'other'

/** The codes of a serialization failure and a deadlock. The server has rolled back everything, so a retry is safe. */
const ROLLED_BACK: readonly string[] = ['40001', '40P01']
/**
 * The codes of a lost session: an administrator or the crash of another backend ended it, or the server is not ready
 * yet.
 */
const SERVER_AWAY: readonly string[] = ['57P01', '57P02', '57P03', '57P05']
const SYSTEM_AWAY: readonly string[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
]
/** The codes of an unknown or duplicate prepared statement. They occur if a pooler changes connections. */
const LOST_STATEMENT: readonly string[] = ['26000', '42P05']
const AWAY_TEXT =
  /connection terminated|client has encountered a connection error|not queryable|connection ended|^timeout expired$/i
const POOL_TEXT = /timeout exceeded when trying to connect/i
/** The message for a missing password, or a password of a wrong type. The client fails before it answers the server. */
const PASSWORD_TEXT = /^SASL: .*password/i
/**
 * The codes for the timeout of a statement or of a transaction (idle or total). The server has rolled back everything.
 */
const TIMED_OUT: readonly string[] = ['57014', '25P03', '25P04']

/** Returns whether everything was certainly rolled back, so that an immediate retry is possible. */
export function wasRolledBack(error: unknown): boolean {
  return ROLLED_BACK.includes(codeOf(error))
}

/** Returns whether the connection was lost, so that the result of a running commit is unknown. */
export function wasCutOff(error: unknown): boolean {
  return isUnavailableFor(error, ['connection'])
}

/** Returns whether no connection was available, or the connection was lost. */
export function lacksConnection(error: unknown): boolean {
  return isUnavailableFor(error, ['connection', 'connections'])
}

/** Returns whether another session did not release a lock in time. Everything was rolled back. */
export function wasLockedOut(error: unknown): boolean {
  return isUnavailableFor(error, ['lock'])
}

function isUnavailableFor(error: unknown, reasons: readonly FailureReason[]): boolean {
  if (!(error instanceof RegistryError) || error.code !== 'unavailable') return false
  return reasons.some((reason) => reason === error.details.reason)
}

/** Converts an error of PostgreSQL into an error of the registry. Returns errors of the calling program unchanged. */
export function postgresFailure(error: unknown): unknown {
  if (error instanceof RegistryError || error instanceof TypeError) return error
  const code = codeOf(error)
  // Uses the code: the message is empty if a host has several addresses and none of them responds.
  const message = error instanceof Error ? error.message || code : String(error)
  if (code === '53100') {
    return new RegistryError(
      'storage_full',
      `The disk of the database is full. Nothing was written. Free some space and repeat the call (${message}).`,
      { cause: error },
    )
  }
  if (code === 'XX001' || code === 'XX002') {
    return new RegistryError(
      'storage_corrupt',
      `The database reports damaged files (${message}). Restore it from a backup.`,
      { cause: error },
    )
  }
  if (code.startsWith('22')) {
    return new RegistryError('validation_failed', `A value cannot be stored: ${message}. Nothing was written.`, {
      cause: error,
    })
  }
  const [reason, what] = describe(code, message)
  return new RegistryError('unavailable', `${what} (${message}).`, { cause: error, details: { reason } })
}

function describe(code: string, message: string): [FailureReason, string] {
  if (ROLLED_BACK.includes(code))
    return ['conflict', 'Another writer changed the same rows, so nothing was written; repeat the call']
  if (TIMED_OUT.includes(code))
    return ['timeout', 'The statement exceeded its time limit; repeat the call, or raise statement_timeout']
  if (code === '55P03') return ['lock', 'Another session held a lock for longer than lock_timeout; repeat the call']
  if (code === '53300' || POOL_TEXT.test(message)) {
    return ['connections', 'No connection became free in time; repeat the call, or allow more connections']
  }
  if (code.startsWith('28') || PASSWORD_TEXT.test(message)) {
    return ['rights', 'The server rejects this user; check user and password']
  }
  if (code === '42501') return ['rights', 'The database user lacks a required permission']
  if (code === '25006') return ['other', 'This server is read-only, such as a standby; connect to the primary']
  if (code === '3D000') return ['other', 'The server has no such database; create it, or name another']
  if (LOST_STATEMENT.includes(code)) {
    return ['other', 'A pooler lost a prepared statement; use session pooling, or open with prepare: false']
  }
  if (code.startsWith('08') || SERVER_AWAY.includes(code) || SYSTEM_AWAY.includes(code) || AWAY_TEXT.test(message)) {
    return ['connection', 'The connection to the database failed or was lost; repeat the call']
  }
  return ['other', 'The database reported an error']
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
