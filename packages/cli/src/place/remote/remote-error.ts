import { UtpidError } from '@utpid/client'
import { type ErrorCode, RegistryError } from '@utpid/core'
import { CodedError, ERROR_CODES, type ErrorData } from '@utpid/core/codes'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'

const KEY_REMEDIES: Readonly<Record<string, string>> = {
  missing_api_key: 'Set UTPID_KEY.',
  invalid_api_key: 'The key in UTPID_KEY or --key is not valid there.',
}

/** Codes of the client itself; all others are codes of the service. */
const CLIENT_CODES: ReadonlySet<string> = new Set(['network_error', 'timeout', 'not_modified', 'unexpected_answer'])

/** Converts an error of a service to the error of a local registry, so that message and exit code are the same. */
export function localError(error: unknown, address: string): unknown {
  if (!(error instanceof UtpidError)) return error
  const { code, status, detail, problem } = error
  const cure = KEY_REMEDIES[code]
  if (cure !== undefined) return new CliError(EXIT.refused, `${detail} ${cure}`, { cause: error })
  if (!CLIENT_CODES.has(code)) {
    const [fault] = error.errors
    // Parameters have other names on the command line, but the message of the fault is still useful.
    const message = fault !== undefined && code === 'validation_failed' ? `${fault.path} ${fault.message}.` : detail
    return remoteError(code, message, { cause: error, details: problem })
  }
  if (status > 0)
    return new CliError(EXIT.storage, `${address} answered with status ${status}: ${detail}`, { cause: error })
  return new CliError(EXIT.storage, `${address}: ${detail} Is "utpid serve" running there?`, { cause: error })
}

/** Runs a request to a service. Converts its errors to those of a local registry. */
export async function withLocalErrors<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw localError(error, address)
  }
}

/** An error with a code that only services have, such as `rate_limited`. */
class RemoteError extends CodedError {
  override readonly name = 'RemoteError'
  override readonly code: string

  constructor(code: string, message: string, data: ErrorData) {
    super(message, data)
    this.code = code
  }
}

/** Returns the error of a code that a service reported: for a code of a registry, the error of a local registry. */
export function remoteError(code: string, message: string, data: ErrorData = {}): CodedError {
  return isRegistryCode(code) ? new RegistryError(code, message, data) : new RemoteError(code, message, data)
}

function isRegistryCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}
