import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const BIN = fileURLToPath(new URL('../../bin/utpid.mjs', import.meta.url))

export interface ServingChild {
  readonly address: string
  /** The first key; empty if an earlier start created it. */
  readonly key: string
  readonly process: ChildProcess
  /** All standard output so far: the log. */
  readonly log: () => string
  readonly errors: () => string
  /** The exit code. */
  readonly ended: Promise<number | null>
}

/**
 * Runs `utpid serve` as a separate process on a free port, and stops it after the test.
 *
 * @param place - A folder, or the address of a database.
 */
export async function servingChild(place: string, env: Record<string, string> = {}, port = 0): Promise<ServingChild> {
  const child = spawn(process.execPath, [BIN, 'serve', '--data', place, '--port', `${port}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => {
    out += String(text)
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const begun = await new Promise<{ address: string; key: string }>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      err += String(text)
      const [, address] = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(err) ?? []
      const isKnown = err.includes('the first key was shown')
      const [key = isKnown ? '' : undefined] = /utp_live_\w{36}/.exec(err) ?? []
      if (address !== undefined && key !== undefined) resolve({ address, key })
    })
    void ended.then((code) => reject(new Error(`Ended with ${code}: ${err}`)))
  })
  return { ...begun, process: child, log: () => out, errors: () => err, ended }
}
