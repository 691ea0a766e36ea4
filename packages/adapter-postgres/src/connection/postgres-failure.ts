import { RegistryError } from '@utpid/core'

/** What may be at fault, in `details.reason` of an `unavailable`. */
export type FailureReason = 'conflict' | 'timeout' | 'lock' | 'connection' | 'connections' | 'rights' | 'other'

/** Serialisation failure and deadlock: the server has undone everything, so that trying again is safe. */
const UNDONE: readonly string[] = ['40001', '40P01']
/** Ended by an administrator or by a crash of another backend, or not yet ready. */
const SERVER_AWAY: readonly string[] = ['57P01', '57P02', '57P03', '57P05']
const SYSTEM_AWAY: readonly string[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
]
/** A statement of a name that the server does not know, or knows already: a connection behind a pooler is another one each time. */
const FORGOTTEN: readonly string[] = ['26000', '42P05']
const AWAY_TEXT =
  /connection terminated|client has encountered a connection error|not queryable|connection ended|^timeout expired$/i
const POOL_TEXT = /timeout exceeded when trying to connect/i
/** A password is asked for, and none or a wrong kind of one was given; the server is not even told. */
const PASSWORD_TEXT = /^SASL: .*password/i
/** Of a statement, or of a transaction in which nothing was asked or which took too long: undone in each case. */
const TIMED_OUT: readonly string[] = ['57014', '25P03', '25P04']

/** Whether everything was surely undone and may be done again at once. */
export function wasUndone(error: unknown): boolean {
  return UNDONE.includes(codeOf(error))
}

/** Whether the connection went, so that nobody knows whether a commit under way was kept. */
export function wasCutOff(error: unknown): boolean {
  return isUnavailableFor(error, ['connection'])
}

/** Whether no connection could be had, or it went. */
export function lacksConnection(error: unknown): boolean {
  return isUnavailableFor(error, ['connection', 'connections'])
}

/** Whether another session held a lock for too long; everything was undone. */
export function wasLockedOut(error: unknown): boolean {
  return isUnavailableFor(error, ['lock'])
}

function isUnavailableFor(error: unknown, reasons: readonly FailureReason[]): boolean {
  if (!(error instanceof RegistryError) || error.code !== 'unavailable') return false
  return reasons.some((reason) => reason === error.details.reason)
}

/** What went wrong below, as an error of the registry. A mistake of the calling program stays as it is. */
export function postgresFailure(error: unknown): unknown {
  if (error instanceof RegistryError || error instanceof TypeError) return error
  const code = codeOf(error)
  // Of a host with several addresses none of which answers, the error has no words of its own.
  const message = error instanceof Error ? error.message || code : String(error)
  if (code === '53100') {
    return new RegistryError(
      'storage_full',
      `The disk of the database is full; nothing of this write was kept. Free some space and repeat it (${message}).`,
      { cause: error },
    )
  }
  if (code === 'XX001' || code === 'XX002') {
    return new RegistryError(
      'storage_corrupt',
      `The database finds its own files damaged (${message}). Restore it from a backup.`,
      { cause: error },
    )
  }
  if (code.startsWith('22')) {
    return new RegistryError(
      'validation_failed',
      `A value cannot be stored as it is: ${message}. Nothing was written.`,
      {
        cause: error,
      },
    )
  }
  const [reason, what] = describe(code, message)
  return new RegistryError('unavailable', `${what} (${message}).`, { cause: error, details: { reason } })
}

function describe(code: string, message: string): [FailureReason, string] {
  if (UNDONE.includes(code)) return ['conflict', 'Others wrote the same rows; nothing was kept, repeat the call']
  if (TIMED_OUT.includes(code))
    return ['timeout', 'The statement took longer than its time limit; repeat it, or raise statement_timeout']
  if (code === '55P03') return ['lock', 'Another session holds a lock for longer than lock_timeout; repeat the call']
  if (code === '53300' || POOL_TEXT.test(message)) {
    return ['connections', 'No connection became free in time; repeat the call, or allow more connections']
  }
  if (code.startsWith('28') || PASSWORD_TEXT.test(message)) {
    return ['rights', 'The server does not let this user in; check user and password']
  }
  if (code === '42501') return ['rights', 'The database refuses this user the right to do so']
  if (code === '25006') return ['other', 'This server takes no writes, as a standby does not; name the primary']
  if (code === '3D000') return ['other', 'The server has no such database; make it first, or name another']
  if (FORGOTTEN.includes(code)) {
    return ['other', 'A pooler between has forgotten a prepared statement; pool sessions, or open with prepare: false']
  }
  if (code.startsWith('08') || SERVER_AWAY.includes(code) || SYSTEM_AWAY.includes(code) || AWAY_TEXT.test(message)) {
    return ['connection', 'The connection to the database was lost or could not be made; repeat the call']
  }
  return ['other', 'The database could not do it']
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
