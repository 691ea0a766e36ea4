import { gunzip } from 'node:zlib'
import { RegistryError } from '@utpid/core'
import { type BatchEnvelope, type InputItem, Turns } from '@utpid/service/reading'
import { checkBegin } from './check-begin.ts'
import { readUpload } from './read-upload.ts'
import { Spool, type SpooledBody } from './spool.ts'
import type { UploadForm } from './upload-form.ts'
import { UploadQueue } from './upload-queue.ts'
import { UPLOAD_RULES, type UploadRules } from './upload-rules.ts'
import { UploadThread } from './upload-thread.ts'

/** An upload as a request brings it. */
export interface Upload {
  readonly accountId: string
  readonly form: UploadForm
  readonly body: AsyncIterable<Uint8Array>
  /** What came beside the inputs of a batch; gets what its body says. Nothing unless given. */
  readonly envelope?: BatchEnvelope
  /** When it came, milliseconds since 1970. */
  readonly at: number
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal
}

/** How far an upload is: its body is coming, it waits for its turn, or it is read. */
export type UploadStatus = 'receiving' | 'waiting' | 'reading'

/** An upload that is not read to its end. */
export interface UploadView {
  readonly status: UploadStatus
  /** Milliseconds since 1970. */
  readonly at: number
  /** Uploads of the account that are read before it, as it stands now. */
  readonly place: number
}

/**
 * Bytes of a body that is read on the thread that serves. A batch of JSON is cut into values and lines there, in turns of
 * 4 ms and by no pattern: 1,000 inputs of usual length take some milliseconds.
 */
const JSON_BATCH_BYTES = 256 * 1024
/**
 * The same of rows whose values are searched by patterns of fields: so short that even the pattern that once took 286 s of
 * 150 KB would take no more than 0.2 s.
 */
const FEED_BYTES = 4 * 1024
/** How gzip begins: a small body of it may be a large feed. */
const GZIP = [0x1f, 0x8b] as const

/**
 * Reads uploads on threads of their own, so that nothing in them holds up other requests or takes more memory than a
 * thread has. A thread begins when all of a body is there: it waits for no client. Of one account one is read at a time; small
 * ones are read at once, on the thread that serves.
 */
export class Uploads {
  readonly #rules: UploadRules
  readonly #threadFile: URL | undefined
  readonly #queue: UploadQueue
  /** Without an upload, and what ends them. */
  readonly #idle = new Map<UploadThread, NodeJS.Timeout>()
  readonly #threads = new Set<UploadThread>()
  readonly #spool: Spool
  /** Those whose body is there in the order in which they are read. */
  readonly #begun = new Map<Upload, UploadStatus>()

  /** @param threadFile - Of the threads; tests give another. */
  constructor(rules: Partial<UploadRules> = {}, threadFile?: URL) {
    this.#rules = { ...UPLOAD_RULES, ...rules }
    this.#threadFile = threadFile
    this.#queue = new UploadQueue(this.#rules.threadsMost)
    this.#spool = new Spool(this.#rules)
  }

  get state(): Readonly<Record<UploadStatus, number>> {
    const receiving = [...this.#begun.values()].filter((status) => status === 'receiving').length
    return { receiving, ...this.#queue.state }
  }

  /** Bytes of bodies that are kept until they are read. */
  get keptBytes(): number {
    return this.#spool.bytes
  }

  /** What is read, waits and comes in this process, in the order in which it is read. */
  of(accountId: string, kind: UploadForm['kind']): readonly UploadView[] {
    const own = [...this.#begun].filter(([upload]) => upload.accountId === accountId)
    const [coming, there] = [true, false].map((is) => own.filter(([, status]) => (status === 'receiving') === is))
    return [...(there ?? []), ...(coming ?? [])]
      .map(([{ form, at }, status], place) => ({ kind: form.kind, view: { status, at, place } }))
      .filter((each) => each.kind === kind)
      .map(({ view }) => view)
  }

  /**
   * The items of an upload. Waits until its body is there, then until the uploads of the account whose bodies were there before
   * are read, and for a thread. Nothing is read before the first item is asked for.
   *
   * @throws what reading throws; what the body throws; what keeping it throws; `aborted`; `closed`.
   */
  async *read(upload: Upload): AsyncGenerator<InputItem> {
    const { accountId, form, signal, envelope = {} } = upload
    const body = upload.body[Symbol.asyncIterator]()
    let kept: SpooledBody | undefined
    try {
      const { bytes, isAll } = await firstBytes(body, bytesHere(form))
      if (isAll && !isGzip(bytes)) {
        yield* readUpload(piecesOf(bytes), form, envelope, new Turns(nextTurn))
        return
      }
      await checkBegin(Buffer.concat(bytes).subarray(0, FEED_BYTES), form)
      this.#begun.set(upload, 'receiving')
      kept = await this.#spool.keep(accountId, bytes, body)
      // Behind those whose bodies were there before.
      this.#begun.delete(upload)
      this.#begun.set(upload, 'waiting')
      const leave = await this.#queue.enter(accountId, await this.#isShort(kept), signal)
      try {
        this.#begun.set(upload, 'reading')
        yield* this.#onThread({ body: kept.pieces(), form, envelope, signal })
      } finally {
        leave()
      }
    } finally {
      this.#begun.delete(upload)
      await kept?.forget()
      // Not waited for: it may wait for its next piece.
      void body.return?.().catch(() => undefined)
    }
  }

  async #isShort({ bytes, head }: SpooledBody): Promise<boolean> {
    const { shortBytes } = this.#rules
    if (!isGzip([head])) return bytes <= shortBytes
    return head.length === bytes && (await unpacksWithin(head, shortBytes))
  }

  /** Ends all threads; what they read is broken off. */
  async close(): Promise<void> {
    this.#queue.close()
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  async *#onThread(upload: Parameters<UploadThread['read']>[0]): AsyncGenerator<InputItem> {
    const thread = this.#takeThread()
    try {
      yield* thread.read(upload)
    } finally {
      this.#giveBack(thread)
    }
  }

  #takeThread(): UploadThread {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      if (!thread.isLost) return thread
      this.#threads.delete(thread)
    }
    try {
      const thread = new UploadThread(this.#rules, this.#threadFile)
      this.#threads.add(thread)
      return thread
    } catch (cause) {
      throw new RegistryError('unavailable', 'No thread could be begun to read the upload; try again.', { cause })
    }
  }

  #giveBack(thread: UploadThread): void {
    if (thread.isLost) {
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

function bytesHere(form: UploadForm): number {
  return form.kind === 'batch-map' && form.format !== 'csv' ? JSON_BATCH_BYTES : FEED_BYTES
}

/** Also where the client sends it byte by byte. */
function isGzip(bytes: readonly Uint8Array[]): boolean {
  const begin = Buffer.concat(bytes)
  return GZIP.every((byte, at) => begin[at] === byte)
}

/** Whether a short body is short when it is unpacked, too. What is no gzip is: its reader says so. */
function unpacksWithin(bytes: Buffer, most: number): Promise<boolean> {
  return new Promise((resolve) => {
    gunzip(bytes, { maxOutputLength: most }, (error) => {
      resolve((error as NodeJS.ErrnoException | null)?.code !== 'ERR_BUFFER_TOO_LARGE')
    })
  })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** Reads on until there are more bytes than asked for, or no more. */
async function firstBytes(
  body: AsyncIterator<Uint8Array>,
  most: number,
): Promise<{ readonly bytes: readonly Uint8Array[]; readonly isAll: boolean }> {
  const bytes: Uint8Array[] = []
  for (let size = 0; size <= most; ) {
    const next = await body.next()
    if (next.done === true) return { bytes, isAll: true }
    if (next.value.length === 0) continue
    bytes.push(next.value)
    size += next.value.length
  }
  return { bytes, isAll: false }
}

async function* piecesOf(bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes
}
