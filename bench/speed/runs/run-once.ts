import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../../scripts/repository/root.ts'

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024
/** Above this time of its own limit a process is ended from outside: it may collect garbage for ever. */
const PATIENCE_SECONDS = 60

/** What a process may take; who takes more is stopped, and the result says so. */
export interface RunLimits {
  readonly seconds: number
  /** Of its heap. */
  readonly megabytes: number
}

export type Stopped = { readonly stopped: string }

/**
 * Runs a script in a process of its own for the JSON it prints. What it printed is kept in the place, so
 * that a run that was interrupted goes on where it was.
 *
 * @param key - Names the run in the place.
 * @param script - Below `bench/`.
 */
export function runOnce<Result>(
  place: string,
  key: string,
  script: string,
  args: readonly string[],
  { seconds, megabytes }: RunLimits,
): Result | Stopped {
  const kept = fileOf(place, key)
  if (isKept(place, key)) return JSON.parse(readFileSync(kept, 'utf8')) as Result
  mkdirSync(dirname(kept), { recursive: true })
  const { status, stdout, signal, error } = spawnSync(
    process.execPath,
    [
      `--max-old-space-size=${megabytes}`,
      '--expose-gc',
      '--conditions',
      '@utpid/source',
      '--import',
      'tsx',
      `bench/${script}`,
      ...args,
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: OUTPUT_BYTES_MAX,
      timeout: (seconds + PATIENCE_SECONDS) * 1_000,
      killSignal: 'SIGKILL',
    },
  )
  const isSlow = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
  // An engine without memory ends itself by SIGABRT.
  const isLarge = signal === 'SIGABRT' || status === 134
  if (status !== 0 && !isSlow && !isLarge)
    throw new Error(`${script} ${args.join(' ')} ended with ${status ?? signal}.`)
  const text =
    status === 0 ? stdout : JSON.stringify({ stopped: isSlow ? `after ${seconds} s` : `at ${megabytes} MB of heap` })
  writeFileSync(kept, text)
  return JSON.parse(text) as Result
}

/** Whether a run was finished: what it needs need not be made again. */
export function isKept(place: string, key: string): boolean {
  return existsSync(fileOf(place, key))
}

function fileOf(place: string, key: string): string {
  return join(place, 'runs', `${key}.json`)
}
