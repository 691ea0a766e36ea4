import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export interface Child {
  /** Lines of its output, as they come. */
  readonly lines: AsyncIterator<string>
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>
}

/** Runs a script of this folder in another process. */
export function startChild(script: string, args: readonly string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const command = ['--import', 'tsx', '--conditions', '@utpid/source', path, ...args]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'close')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  return { lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), kill }
}
