import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const SCRIPT = fileURLToPath(new URL('child.ts', import.meta.url))

export interface Child {
  readonly pid: number
  /** Lines of its output, as they come. */
  readonly lines: AsyncIterator<string>
  /** Ends it as a power cut would, and resolves when it is gone. */
  kill(): Promise<void>
}

/** Arguments for node that run `child.ts`. */
export function childCommand(
  mode: 'open' | 'hold' | 'write' | 'change' | 'some' | 'fill' | 'reindex',
  folder: string,
): string[] {
  return ['--import', 'tsx', '--conditions', '@utpid/source', SCRIPT, mode, folder]
}

/**
 * Starts `child.ts` in another process.
 *
 * @param within - A program that runs it, with its arguments.
 */
export function startChild(
  mode: 'open' | 'hold' | 'write' | 'change' | 'reindex',
  folder: string,
  within: readonly string[] = [],
): Child {
  const [program = '', ...args] = [...within, process.execPath, ...childCommand(mode, folder)]
  const child: ChildProcessByStdio<null, Readable, null> = spawn(program, args, {
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

/** The next line, which must come. */
export async function nextLine(child: Child): Promise<string> {
  const { value, done } = await child.lines.next()
  if (done) throw new Error('The process ended without another line.')
  return value
}
