import { onTestFinished } from 'vitest'
import { type CliResult, runCli } from './run-cli.ts'

export interface ServedFolder {
  readonly address: string
  /** The first key, if this start created it. */
  readonly key: string
  stop(): Promise<CliResult>
}

/**
 * Default settings. No threads: starting them takes longer than answering from a small registry. Unused connections of
 * clients are closed after a second.
 */
const USUAL_SETTINGS = { UTPID_READ_WORKERS: '0', UTPID_BATCH_WORKERS: '0', UTPID_DRAIN_SECONDS: '1' }

/**
 * Serves a folder on a free port until the test ends.
 *
 * @param known - The key to use if this start creates none.
 * @param env - Settings. Default: without threads.
 */
export async function servedFolder(
  folder: string,
  known = '',
  env: Record<string, string> = USUAL_SETTINGS,
): Promise<ServedFolder> {
  const stop = new AbortController()
  let key = known
  let tell: (address: string) => void = () => undefined
  const address = new Promise<string>((resolve) => {
    tell = resolve
  })
  const ended = runCli(['serve', '--data', folder, '--port', '0'], {
    env,
    signal: stop.signal,
    // Standard output is the log.
    onErr: (text) => {
      key = /utp_live_\w{36}/.exec(text)?.[0] ?? key
      const found = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(text)?.[1]
      if (found !== undefined) tell(found)
    },
  })
  const end = (): Promise<CliResult> => {
    stop.abort()
    return ended
  }
  onTestFinished(async () => void (await end()))
  const listening = await Promise.race([address, ended])
  if (typeof listening !== 'string') throw new Error(`It does not serve: ${listening.err}`)
  // The key is printed after the address.
  while (key === '' && !stop.signal.aborted) await new Promise((resolve) => void setImmediate(resolve))
  return { address: listening, key, stop: end }
}
