import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ROOT } from '../../scripts/repository/root.ts'
import type { WrittenOnce } from './write-once.ts'

/** A separate process that writes to a registry at a steady rate. */
export class SteadyWriter {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  }

  /** Resolves when the process writes. */
  static async start(url: string, schema: string, writesPerSecond: number, seed: number): Promise<SteadyWriter> {
    const args = ['bench/replica/write-once.ts', url, schema, String(writesPerSecond), String(seed)]
    const child = spawn(process.execPath, ['--conditions', '@utpid/source', '--import', 'tsx', ...args], {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const writer = new SteadyWriter(child)
    await writer.#line()
    return writer
  }

  /** Stops the process. @returns Its writes per second. */
  async end(): Promise<number> {
    this.#child.stdin?.end()
    const { written, seconds } = JSON.parse(await this.#line()) as WrittenOnce
    return written / seconds
  }

  async #line(): Promise<string> {
    const { done, value } = await this.#lines.next()
    if (done === true) throw new Error('The writer ended too early; its message is above.')
    return value
  }
}
