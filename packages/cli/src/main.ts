import { isatty } from 'node:tty'
import { Interrupted } from './errors/interrupted.ts'
import { processIo } from './io/io.ts'
import { watchFolders } from './place/folder-watch.ts'
import { run } from './program/run.ts'

const STANDARD_STREAMS = [0, 1, 2]
/** Each signal ends a command in an orderly way. SIGHUP: the terminal was closed, or the connection to it was lost. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs the command line in this process, with its streams, environment and signals. The first Ctrl-C stops at the next
 * consistent point, the second one immediately.
 *
 * @param args the arguments after the command's name
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  const stop = new AbortController()
  const hasTerminal = STANDARD_STREAMS.some((stream) => isatty(stream))
  let isHungUp = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGHUP') isHungUp = true
    const reason = new Interrupted(signal)
    if (!stop.signal.aborted) stop.abort(reason)
    // SIGHUP never counts as a second request: system and shell both send it when a terminal closes, and systemd sends
    // it after SIGTERM.
    else if (signal !== 'SIGHUP') process.exit(reason.exitCode)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  const endWatch = watchFolders()
  try {
    return await run(args, processIo(stop.signal))
  } finally {
    endWatch()
    for (const signal of SIGNALS) process.off(signal, onSignal)
    // Node.js restores the settings of the terminal on exit, and aborts if the terminal is gone.
    if (isHungUp && hasTerminal) process.kill(process.pid, 'SIGHUP')
  }
}
