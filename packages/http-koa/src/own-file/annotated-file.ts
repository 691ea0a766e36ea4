import { Worker, type WorkerOptions } from 'node:worker_threads'
import { RegistryError } from '@utpid/core'
import { type SpooledFile, spool } from '@utpid/feed'
import { abortError } from '../uploads/abort-error.ts'
import { EventQueue } from '../uploads/event-queue.ts'
import type { AnnotatedForm } from '../uploads/upload-form.ts'
import type { FileMessage, FileRequest, FileToAnnotate, LineResult } from './file-message.ts'

/** A file to annotate. */
export interface AnnotatedFileOptions {
  readonly chunks: AsyncIterable<Buffer>
  readonly form: AnnotatedForm
  /** The results of the rows, in pages. */
  readonly results: AsyncGenerator<readonly LineResult[]>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** The folder of the temporary file. Default: the system's folder for temporary files. */
  readonly folder?: string | undefined
  /** Called once a copy without progress has ended. */
  readonly onStall?: () => void
  /** Milliseconds after which a copy without progress ends. Default: one minute. */
  readonly stallMs?: number
}

type FileEvent = FileMessage | { readonly broken: unknown }

const STALL_MS = 60_000
const HEAP_MEGABYTES = 256
/** Larger than each upload may be. */
const MAX_BYTES = 2_000_000_000

/**
 * Yields a file with the results of its rows appended. A thread of its own reads the file, so that no other request
 * waits. The memory in use does not depend on the size of the file, which is copied to a temporary file.
 *
 * @throws errors of the chunks and of the results; `aborted`; `unavailable` if the client or the thread makes no
 *   progress.
 */
export async function* annotatedFile(options: AnnotatedFileOptions): AsyncGenerator<Uint8Array> {
  const { chunks, form, results, signal } = options
  let file: SpooledFile | undefined
  let worker: Worker | undefined
  const events = new EventQueue<FileEvent>()
  const abort = (): void => events.push({ broken: abortError(signal) })
  const release = async (): Promise<void> => {
    await worker?.terminate()
    await file?.remove()
  }
  const stop = (): void => {
    events.push({ broken: stalled() })
    // This generator may wait for its client for ever.
    void release().then(options.onStall)
  }
  const stall = setTimeout(stop, options.stallMs ?? STALL_MS)
  stall.unref()
  signal.addEventListener('abort', abort, { once: true })
  try {
    file = await spool(chunks, { maxBytes: MAX_BYTES, signal, folder: options.folder })
    if (signal.aborted) throw abortError(signal)
    worker = startThread({ path: file.path, form }, events)
    for (;;) {
      const event = await events.next()
      if ('broken' in event) throw event.broken
      if ('fault' in event) throw new Error(`A thread that annotates a file failed: ${event.fault}`)
      if ('end' in event) return
      stall.refresh()
      if ('bytes' in event) {
        yield event.bytes
        post(worker, { taken: true })
      } else {
        const next = await results.next()
        post(worker, { results: next.done === true ? [] : next.value })
      }
    }
  } finally {
    clearTimeout(stall)
    signal.removeEventListener('abort', abort)
    await release()
  }
}

function post(worker: Worker, told: FileRequest): void {
  worker.postMessage(told)
}

function startThread(file: FileToAnnotate, events: EventQueue<FileEvent>): Worker {
  const [script, options] = workerFile()
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEGABYTES }
  const worker = new Worker(script, { ...options, workerData: file, resourceLimits })
  worker.on('message', (said: FileMessage) => events.push(said))
  worker.on('error', (broken) => events.push({ broken }))
  worker.on('exit', () => events.push({ broken: new Error('The thread that annotates a file ended.') }))
  return worker
}

/** Script of the thread: the built file, or the source in the repository. */
function workerFile(): readonly [URL, WorkerOptions] {
  if (!import.meta.url.endsWith('.ts')) return [new URL('./file-worker.js', import.meta.url), {}]
  const source = new URL('./file-worker-source.mjs', import.meta.url)
  return [source, { execArgv: ['--conditions', '@utpid/source'] }]
}

function stalled(): RegistryError {
  return new RegistryError('unavailable', 'The download made no progress for a minute and was ended; start it again.')
}
