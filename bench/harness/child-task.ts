import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../scripts/repository/root.ts'

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024
/** A process that exceeds its own time limit by this many seconds may collect garbage for ever. It is killed. */
const GRACE_SECONDS = 60

/** A function that runs in a separate process. Its arguments and its result are JSON. */
export interface ChildTask<Args extends readonly unknown[], Result> {
  /** The URL of the file that registers the task. */
  readonly file: string
  readonly name: string
  readonly work: (...args: Args) => Result | Promise<Result>
}

export type TaskResult<Task> = Task extends ChildTask<never, infer Result> ? Result : never

/** Limits of a process. A process that exceeds one is stopped, and the result says so. */
export interface TaskLimits {
  readonly seconds: number
  /** Maximum heap in megabytes. */
  readonly megabytes: number
}

export type Stopped = { readonly stopped: string }

const registered = new Map<string, (...args: never[]) => unknown>()

/** Registers a task for `run-task.ts`, by its name in the file. */
export function childTask<Args extends readonly unknown[], Result>(
  { url }: ImportMeta,
  name: string,
  work: (...args: Args) => Result | Promise<Result>,
): ChildTask<Args, Result> {
  registered.set(name, work)
  return { file: url, name, work }
}

export function registeredTask(name: string): ((...args: never[]) => unknown) | undefined {
  return registered.get(name)
}

/** Returns the arguments of `node` that run a task. */
export function taskArguments<Args extends readonly unknown[]>(
  { file, name }: ChildTask<Args, unknown>,
  args: Args,
): string[] {
  const options = ['--expose-gc', '--conditions', '@utpid/source', '--import', 'tsx']
  return [...options, 'bench/harness/run-task.ts', file, name, JSON.stringify(args)]
}

/**
 * Runs a task and waits for its result.
 *
 * @throws Error if the process fails.
 */
export function runTask<Args extends readonly unknown[], Result>(task: ChildTask<Args, Result>, ...args: Args): Result {
  return jsonOf(task.name, spawned(taskArguments(task, args))) as Result
}

/**
 * Runs a task with further flags of Node and waits for its result.
 *
 * @throws Error if the process fails.
 */
export function runTaskWith<Args extends readonly unknown[], Result>(
  flags: readonly string[],
  task: ChildTask<Args, Result>,
  ...args: Args
): Result {
  return jsonOf(task.name, spawned([...flags, ...taskArguments(task, args)])) as Result
}

/** Runs a task within limits. */
export function runLimitedTask<Args extends readonly unknown[], Result>(
  task: ChildTask<Args, Result>,
  { seconds, megabytes }: TaskLimits,
  ...args: Args
): Result | Stopped {
  const timeout = (seconds + GRACE_SECONDS) * 1_000
  const ended = spawned([`--max-old-space-size=${megabytes}`, ...taskArguments(task, args)], timeout)
  if ((ended.error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') return { stopped: `after ${seconds} s` }
  // V8 aborts with SIGABRT when it is out of memory.
  if (ended.signal === 'SIGABRT' || ended.status === 134) return { stopped: `at ${megabytes} MB of heap` }
  return jsonOf(task.name, ended) as Result
}

/** Runs a task while this process continues. */
export async function startTask<Args extends readonly unknown[], Result>(
  task: ChildTask<Args, Result>,
  ...args: Args
): Promise<Result> {
  const child = spawn(process.execPath, taskArguments(task, args), { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, code] = await Promise.all([text(child.stdout), closed])
  if (code !== 0) throw new Error(`${task.name} ended with exit code ${code}; its message is above.`)
  return JSON.parse(output) as Result
}

/** Runs `utpid ... --json`. */
export function runUtpid<Result>(args: readonly string[]): Result {
  const ended = spawned(['packages/cli/bin/utpid.mjs', ...args, '--json'])
  return jsonOf(`utpid ${args[0]} ${args[1]}`, ended) as Result
}

function spawned(args: readonly string[], timeout?: number): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: OUTPUT_BYTES_MAX,
    ...(timeout === undefined ? {} : { timeout, killSignal: 'SIGKILL' }),
  })
}

function jsonOf(name: string, { status, signal, stdout }: SpawnSyncReturns<string>): unknown {
  if (status !== 0) throw new Error(`${name} ended with ${signal ?? `exit code ${status}`}; its message is above.`)
  return JSON.parse(stdout)
}
