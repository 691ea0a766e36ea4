import { EXIT } from './exit-codes.ts'
import { watchFolders } from './folder-watch.ts'
import { Interrupted } from './interrupted.ts'
import { processIo } from './io.ts'
import { run } from './run.ts'

/**
 * Runs the command line in this process: its streams, its environment, its signals. The first
 * Ctrl-C stops where nothing is half done, the second one at once.
 *
 * @param args the arguments after the command's name
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  const stop = new AbortController()
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted)
    stop.abort(new Interrupted(signal))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const endWatch = watchFolders()
  try {
    return await run(args, processIo(stop.signal))
  } finally {
    endWatch()
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}
