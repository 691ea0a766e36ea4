import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const RUN_SOURCE = fileURLToPath(new URL('../../../scripts/source/run-source.mjs', import.meta.url))

/** A script of the repository that runs in a process of its own. */
export interface SourceProcess {
  readonly pid: number
  /** Lines of its standard output, as they come. */
  readonly lines: AsyncIterator<string>
  /** Kills it as a power cut would (`kill -9`), and resolves when it is gone. */
  kill(): Promise<void>
}

/** Arguments of node that run a script on the source. */
export function sourceArguments(script: URL, ...args: readonly string[]): string[] {
  return [RUN_SOURCE, fileURLToPath(script), ...args]
}

/**
 * Starts a script in another process, which is killed when the test is over.
 *
 * @param within - A program that runs it, with its arguments.
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

/** The next line of a process, which must come. */
export async function nextLine(child: SourceProcess): Promise<string> {
  const { value, done } = await child.lines.next()
  if (done) throw new Error('The process ended without another line.')
  return value
}
