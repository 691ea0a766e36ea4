import { parentPort } from 'node:worker_threads'
import { CodedError } from '@utpid/core/codes'
import type { InputItem } from '@utpid/service/reading'
import { readUpload } from './read-upload.ts'
import { LAST_LINE, READ_COUNT, type ReaderMessage, type ReaderRequest, type StartedUpload } from './upload-message.ts'

/**
 * A thread that reads uploads one after the other. The thread requests the bytes of an upload, and waits while the main
 * thread has not received its items.
 */

/** Maximum UTF-16 units of the items in one message. The main thread processes a message in less than a millisecond. */
const MESSAGE_CHARACTERS = 64 * 1024
const MESSAGE_ITEMS = 500
/**
 * Maximum messages that the main thread has not processed. With two, the thread reads one message while the main thread
 * stores another.
 */
const MAX_PENDING = 2

/** This thread never yields, since it has no other tasks. */
const NO_YIELD = { yieldIfDue: async (): Promise<void> => undefined }

let reading = -1
let giveBytes: (bytes: Uint8Array | undefined) => void = () => undefined
let resume: () => void = () => undefined
let pending = 0

parentPort?.on('message', (told: ReaderRequest) => {
  if ('begin' in told) void readAll(told.begin)
  else if ('bytes' in told) {
    if (told.number === reading) giveBytes(told.bytes)
  } else {
    pending--
    resume()
  }
})

async function readAll({ number, form, envelope, progress }: StartedUpload): Promise<void> {
  reading = number
  pending = 0
  let items: InputItem[] = []
  let [characters, count] = [0, 0]
  try {
    for await (const item of readUpload(bytesOf(), form, envelope, NO_YIELD)) {
      count++
      Atomics.store(progress, LAST_LINE, item.line ?? count)
      Atomics.add(progress, READ_COUNT, 1)
      items.push(item)
      characters += 'text' in item ? item.text.length : item.error.message.length
      if (items.length < MESSAGE_ITEMS && characters < MESSAGE_CHARACTERS) continue
      post({ items })
      items = []
      characters = 0
      pending++
      while (pending >= MAX_PENDING) await new Promise<void>((resolve) => (resume = resolve))
    }
    if (items.length > 0) post({ items })
    post({ end: envelope })
  } catch (error) {
    if (error instanceof CodedError) {
      const { code, message, details } = error
      post({ refused: { code, message, details } })
    } else post({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function* bytesOf(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const coming = new Promise<Uint8Array | undefined>((resolve) => (giveBytes = resolve))
    post({ wants: true })
    const bytes = await coming
    if (bytes === undefined) return
    yield bytes
  }
}

function post(said: ReaderMessage): void {
  parentPort?.postMessage(said)
}
