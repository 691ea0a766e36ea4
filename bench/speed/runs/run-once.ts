import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../../scripts/repository/root.ts'

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024
/** If a process exceeds its own time limit by this many seconds, it is killed: it may collect garbage for ever. */
const GRACE_SECONDS = 60

/** Limits of a process. A process that exceeds one is stopped, and the result says so. */
export interface RunLimits {
  readonly seconds: number
  /** Maximum heap in megabytes. */
  readonly megabytes: number
}

export type Stopped = { readonly stopped: string }

/**
 * Runs a script in a separate process and returns the JSON that it prints. The output is stored in the folder, so that
 * an interrupted run continues there.
 *
 * @param key - The name of the run in the folder.
 * @param script - Path below `bench/`.
 */
export function runOnce<Result>(
  place: string,
  key: string,
  script: string,
  args: readonly string[],
  { seconds, megabytes }: RunLimits,
): Result | Stopped {
  const outputFile = fileOf(place, key)
  if (isFinished(place, key)) return JSON.parse(readFileSync(outputFile, 'utf8')) as Result
  mkdirSync(dirname(outputFile), { recursive: true })
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
      timeout: (seconds + GRACE_SECONDS) * 1_000,
      killSignal: 'SIGKILL',
    },
  )
  const isSlow = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
  // V8 aborts with SIGABRT when it is out of memory.
  const isLarge = signal === 'SIGABRT' || status === 134
  if (status !== 0 && !isSlow && !isLarge)
    throw new Error(`${script} ${args.join(' ')} ended with ${status ?? signal}.`)
  const text =
    status === 0 ? stdout : JSON.stringify({ stopped: isSlow ? `after ${seconds} s` : `at ${megabytes} MB of heap` })
  writeFileSync(outputFile, text)
  return JSON.parse(text) as Result
}

/** Returns whether a run is finished, so that its inputs need not be generated again. */
export function isFinished(place: string, key: string): boolean {
  return existsSync(fileOf(place, key))
}

function fileOf(place: string, key: string): string {
  return join(place, 'runs', `${key}.json`)
}
