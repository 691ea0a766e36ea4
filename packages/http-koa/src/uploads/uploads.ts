import { gunzip } from 'node:zlib'
import { RegistryError } from '@utpid/core'
import type { InputItem } from '@utpid/service/reading'
import { type BatchEnvelope, TimeSlices } from '@utpid/service/reading'
import { checkStart } from './check-start.ts'
import { readUpload } from './read-upload.ts'
import { Spool, type SpooledBody } from './spool.ts'
import type { UploadForm } from './upload-form.ts'
import { UploadQueue } from './upload-queue.ts'
import { UPLOAD_RULES, type UploadRules } from './upload-rules.ts'
import { UploadThread } from './upload-thread.ts'

/** An upload of a request. */
export interface Upload {
  readonly accountId: string
  readonly form: UploadForm
  readonly body: AsyncIterable<Uint8Array>
  /** Fields of a batch other than its inputs. The reader adds the fields of the body. Default: none. */
  readonly envelope?: BatchEnvelope
  /**
   * Receives the body once all its items have been read. The number of items is given, as a batch of few inputs needs
   * no body.
   */
  readonly onRead?: (body: ReadBody) => Promise<void>
  /** Time of the request, milliseconds since 1970. */
  readonly at: number
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** The body of an upload that was read to its end. */
export interface ReadBody {
  readonly bytes: number
  readonly items: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Status of an upload: its body is arriving, the upload waits for a thread, or a thread reads the upload. */
export type UploadStatus = 'receiving' | 'waiting' | 'reading'

/** An unfinished upload. */
export interface UploadView {
  readonly status: UploadStatus
  /** Milliseconds since 1970. */
  readonly at: number
  /** Number of uploads of the account that are read before this upload. */
  readonly position: number
}

/**
 * Maximum bytes of a JSON batch that the main thread reads. The main thread splits values and lines in turns of 4 ms,
 * without regular expressions: 1,000 inputs of usual length take a few milliseconds.
 */
const JSON_BATCH_BYTES = 256 * 1024
/**
 * Maximum bytes of a feed that the main thread reads. Parsing a record runs regular expressions on its values. Even the
 * worst known expression (286 s for 150 KB) takes at most 0.2 s for this size.
 */
const FEED_BYTES = 4 * 1024
/** First bytes of gzip, zstd (frames and skippable frames) and zip: a small packed body may be a large feed. */
const GZIP = [0x1f, 0x8b] as const
const PACKED: readonly (readonly number[])[] = [GZIP, [0x28, 0xb5, 0x2f, 0xfd], [0x50, 0x4b]]
const SKIPPABLE_ZSTD = [0x2a, 0x4d, 0x18] as const

/**
 * Reads uploads on separate threads with limited memory, so that uploads do not delay other requests. A thread starts
 * when the whole body has arrived, so it never waits for a client. Each account has at most one upload that is being
 * read. The main thread reads small uploads at once.
 */
export class Uploads {
  /** Queue of the downloads of files with results: at most one at a time for each account. */
  readonly downloads: UploadQueue
  readonly #rules: UploadRules
  readonly #threadFile: URL | undefined
  readonly #queue: UploadQueue
  /** Idle threads, with the timers that end them. */
  readonly #idle = new Map<UploadThread, NodeJS.Timeout>()
  readonly #threads = new Set<UploadThread>()
  readonly #spool: Spool
  /** Unfinished uploads. Uploads with a complete body are in reading order. */
  readonly #unfinished = new Map<Upload, UploadStatus>()

  /** @param threadFile - File of the threads, for tests. */
  constructor(rules: Partial<UploadRules> = {}, threadFile?: URL) {
    this.#rules = { ...UPLOAD_RULES, ...rules }
    this.#threadFile = threadFile
    this.#queue = new UploadQueue(this.#rules.maxThreads)
    this.downloads = new UploadQueue(this.#rules.maxThreads)
    this.#spool = new Spool(this.#rules)
  }

  get state(): Readonly<Record<UploadStatus, number>> {
    const receiving = [...this.#unfinished.values()].filter((status) => status === 'receiving').length
    return { receiving, ...this.#queue.state }
  }

  /** The folder of temporary files. */
  get folder(): string | undefined {
    return this.#rules.folder
  }

  /** Bytes of stored bodies. */
  get storedBytes(): number {
    return this.#spool.bytes
  }

  /** Unfinished uploads of an account in this process, in reading order. */
  of(accountId: string, kind: UploadForm['kind']): readonly UploadView[] {
    const own = [...this.#unfinished].filter(([upload]) => upload.accountId === accountId)
    const [coming, there] = [true, false].map((is) => own.filter(([, status]) => (status === 'receiving') === is))
    return [...(there ?? []), ...(coming ?? [])]
      .map(([{ form, at }, status], position) => ({ kind: form.kind, view: { status, at, position } }))
      .filter((each) => each.kind === kind)
      .map(({ view }) => view)
  }

  /**
   * Yields the items of an upload. Waits for its body, then for earlier uploads of the account, then for a thread.
   * Reading starts when the first item is requested.
   *
   * @throws errors of reading, of the body and of its storage; `aborted`; `closed`.
   */
  async *read(upload: Upload): AsyncGenerator<InputItem> {
    const { accountId, form, signal, envelope = {} } = upload
    const body = upload.body[Symbol.asyncIterator]()
    let kept: SpooledBody | undefined
    let items = 0
    async function* counted(reading: AsyncGenerator<InputItem>): AsyncGenerator<InputItem> {
      for await (const item of reading) {
        items++
        yield item
      }
    }
    try {
      const { bytes, isWhole } = await firstBytes(body, maxMainThreadBytes(form))
      if (isWhole && !isPacked(bytes)) {
        yield* counted(readUpload(piecesOf(bytes), form, envelope, new TimeSlices(nextTurn)))
        const size = bytes.reduce((sum, { length }) => sum + length, 0)
        await upload.onRead?.({ bytes: size, items, chunks: piecesOf(bytes) })
        return
      }
      await checkStart(Buffer.concat(bytes).subarray(0, FEED_BYTES), form)
      this.#unfinished.set(upload, 'receiving')
      kept = await this.#spool.store(accountId, bytes, body)
      // Move this upload behind uploads whose bodies arrived earlier.
      this.#unfinished.delete(upload)
      this.#unfinished.set(upload, 'waiting')
      const leave = await this.#queue.enter(accountId, await this.#isShort(kept), signal)
      try {
        this.#unfinished.set(upload, 'reading')
        yield* counted(this.#onThread({ body: kept.pieces(), form, envelope, signal }))
      } finally {
        leave()
      }
      await upload.onRead?.({ bytes: kept.bytes, items, chunks: kept.pieces() })
    } finally {
      this.#unfinished.delete(upload)
      await kept?.discard()
      // Do not await `return()`: it may wait for the next chunk.
      void body.return?.().catch(() => undefined)
    }
  }

  async #isShort({ bytes, head }: SpooledBody): Promise<boolean> {
    const { shortBytes } = this.#rules
    if (!isPacked([head])) return bytes <= shortBytes
    if (!isGzip([head])) return false
    return head.length === bytes && (await unpacksWithin(head, shortBytes))
  }

  /** Ends all threads and aborts their uploads. */
  async close(): Promise<void> {
    this.#queue.close()
    this.downloads.close()
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  async *#onThread(upload: Parameters<UploadThread['read']>[0]): AsyncGenerator<InputItem> {
    const thread = this.#takeThread()
    try {
      yield* thread.read(upload)
    } finally {
      this.#returnThread(thread)
    }
  }

  #takeThread(): UploadThread {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      if (!thread.hasEnded) return thread
      this.#threads.delete(thread)
    }
    try {
      const thread = new UploadThread(this.#rules, this.#threadFile)
      this.#threads.add(thread)
      return thread
    } catch (cause) {
      throw new RegistryError('unavailable', 'No thread could be started to read the upload; try again.', { cause })
    }
  }

  #returnThread(thread: UploadThread): void {
    if (thread.hasEnded) {
      this.#threads.delete(thread)
      return
    }
    const timer = setTimeout(() => {
      this.#idle.delete(thread)
      this.#threads.delete(thread)
      void thread.end()
    }, this.#rules.idleMs)
    timer.unref()
    this.#idle.set(thread, timer)
  }
}

function maxMainThreadBytes(form: UploadForm): number {
  return form.kind === 'batch-map' && form.format !== 'csv' ? JSON_BATCH_BYTES : FEED_BYTES
}

/** Whether chunks start with the bytes of gzip. A chunk may be a single byte. */
function isGzip(bytes: readonly Uint8Array[]): boolean {
  return startsWith(Buffer.concat(bytes), GZIP)
}

/** Whether chunks start with the bytes of packed data. */
function isPacked(bytes: readonly Uint8Array[]): boolean {
  const begin = Buffer.concat(bytes)
  return PACKED.some((magic) => startsWith(begin, magic)) || startsWith(begin.subarray(1), SKIPPABLE_ZSTD)
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
}

/** Whether a gzip body unpacks to at most `max` bytes. Returns true for invalid gzip: the reader reports the error. */
function unpacksWithin(bytes: Buffer, max: number): Promise<boolean> {
  return new Promise((resolve) => {
    gunzip(bytes, { maxOutputLength: max }, (error) => {
      resolve((error as NodeJS.ErrnoException | null)?.code !== 'ERR_BUFFER_TOO_LARGE')
    })
  })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** Reads chunks until they exceed `max` bytes, or the body ends. */
async function firstBytes(
  body: AsyncIterator<Uint8Array>,
  max: number,
): Promise<{ readonly bytes: readonly Uint8Array[]; readonly isWhole: boolean }> {
  const bytes: Uint8Array[] = []
  for (let size = 0; size <= max; ) {
    const next = await body.next()
    if (next.done === true) return { bytes, isWhole: true }
    if (next.value.length === 0) continue
    bytes.push(next.value)
    size += next.value.length
  }
  return { bytes, isWhole: false }
}

async function* piecesOf(bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes
}
