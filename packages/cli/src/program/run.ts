import { CliError } from '../errors/cli-error.ts'
import { describeFailure } from '../errors/describe-failure.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { OutputClosed } from '../errors/output-closed.ts'
import type { Io } from '../io/io.ts'
import { createProgram } from './program.ts'

/** Runs one command to its end. It never throws: errors are printed to standard error. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const helpWritten: Promise<void>[] = []
  try {
    const program = createProgram(io, helpWritten)
    await program.parseAsync([...args], { from: 'user' })
    return EXIT.ok
  } catch (error) {
    const [unwritten] = (await Promise.allSettled(helpWritten)).filter(({ status }) => status === 'rejected')
    const { exitCode, message } = describeFailure(
      unwritten === undefined ? error : (unwritten as PromiseRejectedResult).reason,
    )
    const stack = args.includes('--debug') && error instanceof Error && exitCode !== EXIT.ok ? error.stack : undefined
    await io.stderr
      .write(`${message === undefined ? '' : `utpid: ${message}\n`}${stack === undefined ? '' : `${stack}\n`}`)
      .catch((failure: unknown) => {
        // The output is closed or cannot be written. The exit code still reports the failure.
        if (!(failure instanceof OutputClosed || failure instanceof CliError)) throw failure
      })
    return exitCode
  }
}
