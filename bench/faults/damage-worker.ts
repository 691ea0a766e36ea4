import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from '../../scripts/repository/root.ts'
import { taskArguments } from '../harness/child-task.ts'
import { type Operation, type OperationResult, operateTask } from './damage-operations.ts'

const MAX_OPERATION_MS = 120_000
/** Time for the watching process to report after this process has ended. */
const WATCHER_REPORT_MS = 1_500

/** The outcome of an operation. `ended`: standard error of the process, if the operation ended it. */
export type Outcome = OperationResult | { readonly ended: string; readonly said: string }

/** Runs operations in a separate process. Starts a new process after an operation has ended the old one. */
export class DamageWorker {
  #child: ChildProcess | undefined
  #lines: AsyncIterator<string> | undefined
  #stderr = ''
  #ended: Promise<readonly (number | string | null)[]> = Promise.resolve([])

  async do(step: Operation): Promise<Outcome> {
    const child = this.#started()
    this.#stderr = ''
    child.stdin?.write(`${JSON.stringify(step)}\n`)
    const line = await Promise.race([this.#lines?.next(), setTimeout(MAX_OPERATION_MS, undefined, { ref: false })])
    if (line !== undefined && line.done !== true) return JSON.parse(line.value) as OperationResult
    if (line === undefined) child.kill('SIGKILL')
    const [code, signal] = await this.#ended
    await setTimeout(WATCHER_REPORT_MS)
    this.#child = undefined
    return {
      ended: line === undefined ? 'no result within two minutes' : String(signal ?? `exit code ${code}`),
      said: this.#stderr,
    }
  }

  async end(): Promise<void> {
    if (this.#child === undefined) return
    this.#child.stdin?.end()
    await this.#ended
  }

  #started(): ChildProcess {
    if (this.#child !== undefined) return this.#child
    const child = spawn(process.execPath, taskArguments(operateTask, []), {
      cwd: ROOT,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    })
    child.stderr?.on('data', (piece: Buffer) => {
      this.#stderr += piece.toString('utf8')
    })
    child.stdin?.on('error', () => undefined)
    this.#lines = createInterface({ input: child.stdio[3] as Readable })[Symbol.asyncIterator]()
    this.#ended = once(child, 'exit')
    this.#child = child
    return child
  }
}
