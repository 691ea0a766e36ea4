import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from '../../scripts/repository/root.ts'
import type { Done, Step } from './damage-once.ts'

const ARGS = ['--conditions', '@utpid/source', '--import', 'tsx', 'bench/faults/damage-once.ts']
const STEP_MS_MOST = 120_000
/** The watcher of a process speaks when that has ended. */
const LAST_WORDS_MS = 1_500

/** What became of a step: `ended` when the process did, with what was said on standard error then. */
export type Outcome = Done | { readonly ended: string; readonly said: string }

/** Does steps in a process of its own, in another one after each that ended it. */
export class DamageWorker {
  #child: ChildProcess | undefined
  #lines: AsyncIterator<string> | undefined
  #said = ''
  #ended: Promise<readonly (number | string | null)[]> = Promise.resolve([])

  async do(step: Step): Promise<Outcome> {
    const child = this.#started()
    this.#said = ''
    child.stdin?.write(`${JSON.stringify(step)}\n`)
    const line = await Promise.race([this.#lines?.next(), setTimeout(STEP_MS_MOST, undefined, { ref: false })])
    if (line !== undefined && line.done !== true) return JSON.parse(line.value) as Done
    if (line === undefined) child.kill('SIGKILL')
    const [code, signal] = await this.#ended
    await setTimeout(LAST_WORDS_MS)
    this.#child = undefined
    return {
      ended: line === undefined ? 'nothing for two minutes' : String(signal ?? `exit code ${code}`),
      said: this.#said,
    }
  }

  async end(): Promise<void> {
    if (this.#child === undefined) return
    this.#child.stdin?.end()
    await this.#ended
  }

  #started(): ChildProcess {
    if (this.#child !== undefined) return this.#child
    const child = spawn(process.execPath, ARGS, { cwd: ROOT, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] })
    child.stderr?.on('data', (piece: Buffer) => {
      this.#said += piece.toString('utf8')
    })
    child.stdin?.on('error', () => undefined)
    this.#lines = createInterface({ input: child.stdio[3] as Readable })[Symbol.asyncIterator]()
    this.#ended = once(child, 'exit')
    this.#child = child
    return child
  }
}
