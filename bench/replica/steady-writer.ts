import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { ROOT } from '../../scripts/repository/root.ts'
import { childTask, taskArguments } from '../harness/child-task.ts'
import { paced, secondsSince } from '../harness/statistics.ts'
import { singleTransactions } from '../postgres/single-transactions.ts'

/** Maximum concurrent writes. A further write waits and is late. */
const MAX_IN_FLIGHT = 300

/** A process that writes to a registry at a steady rate. This process is busy with its copy. */
export class SteadyWriter {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  }

  /** Resolves when the process writes. */
  static async start(url: string, schema: string, writesPerSecond: number, seed: number): Promise<SteadyWriter> {
    const args = taskArguments(writeTask, [url, schema, writesPerSecond, seed])
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
    const writer = new SteadyWriter(child)
    await writer.#line()
    return writer
  }

  /** Stops the process. @returns Its writes per second. */
  async end(): Promise<number> {
    this.#child.stdin?.end()
    return JSON.parse(await this.#line()) as number
  }

  async #line(): Promise<string> {
    const { done, value } = await this.#lines.next()
    if (done === true) throw new Error('The writer ended too early; its message is above.')
    return value
  }
}

/**
 * Writes transactions of one record at a steady rate, until standard input ends. Each write starts at its due time,
 * without waiting for earlier ones.
 *
 * @returns Its writes per second.
 */
const writeTask = childTask(
  import.meta,
  'write',
  async (connectionString: string, schema: string, writesPerSecond: number, seed: number) => {
    const storage = await openPostgresStorage({ connectionString, schema })
    const transaction = await singleTransactions(storage.ledger, seed)
    let isOn = true
    process.stdin.resume().on('end', () => {
      isOn = false
    })
    process.stdout.write('writing\n')
    const inFlight = new Set<Promise<unknown>>()
    const began = performance.now()
    let written = 0
    for await (const _ of paced(writesPerSecond, () => isOn)) {
      if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
      const write = storage.ledger.commit(transaction())
      inFlight.add(write)
      void write.then(() => inFlight.delete(write))
      written++
    }
    await Promise.all(inFlight)
    const rate = written / secondsSince(began)
    await storage.close()
    return rate
  },
)
