import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const RUN_SOURCE = fileURLToPath(new URL('../../../scripts/source/run-source.mjs', import.meta.url))

/** A script of the repository in a separate process. */
export interface SourceProcess {
  readonly pid: number
  /** The lines of its standard output, as they arrive. */
  readonly lines: AsyncIterator<string>
  /** Kills the process without warning (`kill -9`), and resolves when the process has ended. */
  kill(): Promise<void>
}

/** Returns the arguments with which Node.js runs a script from source. */
export function sourceArguments(script: URL, ...args: readonly string[]): string[] {
  return [RUN_SOURCE, fileURLToPath(script), ...args]
}

/**
 * Starts a script in a separate process, which is killed after the test.
 *
 * @param within - A program that starts Node.js, with the program's arguments.
 */
export function startSource(script: URL, args: readonly string[], within: readonly string[] = []): SourceProcess {
  const [program = '', ...rest] = [...within, process.execPath, ...sourceArguments(script, ...args)]
  const child: ChildProcessByStdio<null, Readable, null> = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  return { pid: child.pid as number, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), kill }
}

/**
 * Returns the next line of a process.
 *
 * @throws Error if the process has ended.
 */
export async function nextLine(child: SourceProcess): Promise<string> {
  const { value, done } = await child.lines.next()
  if (done) throw new Error('The process ended without another line.')
  return value
}
