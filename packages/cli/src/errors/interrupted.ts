import { EXIT, type ExitCode } from './exit-codes.ts'

const EXITS: Readonly<Partial<Record<NodeJS.Signals, ExitCode>>> = { SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp }

/** Why the signal of an {@link Io} aborts: the user wants the command to end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly exitCode: ExitCode

  constructor(signal: NodeJS.Signals = 'SIGINT') {
    super(signal === 'SIGINT' ? 'Stopped by Ctrl-C.' : `Stopped by ${signal}.`)
    this.exitCode = EXITS[signal] ?? EXIT.interrupted
  }
}
