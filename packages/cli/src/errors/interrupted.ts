import { EXIT, type ExitCode } from './exit-codes.ts'

const EXITS: Readonly<Partial<Record<NodeJS.Signals, ExitCode>>> = { SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp }

/** The abort reason of the signal in {@link Io}: the user stopped the command. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly exitCode: ExitCode

  constructor(signal: NodeJS.Signals = 'SIGINT') {
    super(signal === 'SIGINT' ? 'Stopped by Ctrl-C.' : `Stopped by ${signal}.`)
    this.exitCode = EXITS[signal] ?? EXIT.interrupted
  }
}
