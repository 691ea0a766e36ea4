import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { AnnotatedCopy, createFeedStats, type RowResult, readFeed, withoutProduct } from '@utpid/feed'
import { feedOptions } from '../uploads/read-upload.ts'
import type { FileMessage, FileRequest, FileToAnnotate, LineResult } from './file-message.ts'

/** A thread that reads a kept file again, and posts its bytes with the results of its rows appended. */

/** Bytes to collect before they are posted. */
const MESSAGE_BYTES = 64 * 1024
/** The result of a row that its job did not reach, because the job was cancelled or failed. */
const NOT_PROCESSED = withoutProduct('not_processed', undefined)

let give: (results: readonly LineResult[]) => void = () => undefined
let resume: () => void = () => undefined

parentPort?.on('message', (told: FileRequest) => {
  if ('results' in told) give(told.results)
  else resume()
})

/** The results of the job, in the order of the rows. */
class Results {
  #rows: readonly LineResult[] = []
  #at = 0
  #hasEnded = false
  readonly #byLine: boolean

  /** @param byLine - Whether some rows may have no result, so that only the line tells which rows belong together. */
  constructor(byLine: boolean) {
    this.#byLine = byLine
  }

  async next(line: number): Promise<RowResult> {
    for (;;) {
      const row = await this.#peek()
      if (row === undefined) return NOT_PROCESSED
      const isLater = this.#byLine && row.line !== undefined && row.line > line
      if (isLater) return NOT_PROCESSED
      this.#at++
      if (!this.#byLine || row.line === undefined || row.line === line) return row.result
    }
  }

  async #peek(): Promise<LineResult | undefined> {
    if (this.#at === this.#rows.length && !this.#hasEnded) {
      const coming = new Promise<readonly LineResult[]>((resolve) => (give = resolve))
      post({ wants: true })
      this.#rows = await coming
      this.#at = 0
      this.#hasEnded = this.#rows.length === 0
    }
    return this.#rows[this.#at]
  }
}

/** Posts bytes, and waits until they are taken. */
class Output {
  #waiting: Buffer[] = []
  #size = 0

  readonly write = async (bytes: Buffer): Promise<void> => {
    this.#waiting.push(bytes)
    this.#size += bytes.length
    if (this.#size >= MESSAGE_BYTES) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#size === 0) return
    // A copy: the bytes may share their memory with others.
    const bytes = new Uint8Array(Buffer.concat(this.#waiting))
    this.#waiting = []
    this.#size = 0
    const taken = new Promise<void>((resolve) => (resume = resolve))
    post({ bytes })
    await taken
  }
}

async function annotate({ path, form }: FileToAnnotate): Promise<void> {
  const options = feedOptions(form)
  const stats = createFeedStats()
  const copy = new AnnotatedCopy({ path, stats, entry: options.entry })
  const results = new Results(form.kind === 'batch-map' && form.format === 'ndjson')
  const output = new Output()
  let isStarted = false
  const start = (): void => {
    if (!isStarted) copy.start(output.write)
    isStarted = true
  }
  // No row counts as too slow: each was read before. A stream, so that the file is read as it was before.
  const reading = { ...options, stats, onRow: copy.onRow, cpuClock: () => 0 }
  for await (const item of readFeed(createReadStream(path), reading)) {
    start()
    const result = await results.next(item.line)
    if (!('error' in item)) copy.answer(result)
    await copy.drain()
  }
  start()
  await copy.finish()
  await output.flush()
}

function post(said: FileMessage): void {
  parentPort?.postMessage(said, 'bytes' in said ? [said.bytes.buffer] : [])
}

annotate(workerData as FileToAnnotate).then(
  () => post({ end: true }),
  (error: unknown) => post({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
)
