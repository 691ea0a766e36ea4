import { EXIT, type ExitCode } from './exit-codes.ts'

/** An error that ends the command with one sentence on standard error. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode

  /** @param message - One sentence for people that names the remedy. */
  constructor(exitCode: ExitCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.exitCode = exitCode
  }
}

/** Returns the error for a wrong command, option or argument. */
export function usageError(message: string, options?: { cause?: unknown }): CliError {
  return new CliError(EXIT.usage, message, options)
}
