import { parentPort } from 'node:worker_threads'
import { RegistryError } from '@utpid/core'
import type { InputItem } from '@utpid/service/reading'
import { readUpload } from './read-upload.ts'
import { type BegunUpload, MOVES, REACHED, type SaidReader, type ToldReader } from './upload-message.ts'

/**
 * A thread that reads uploads one after the other. It requests their bytes, and waits while its items are not taken.
 */

/** Maximum UTF-16 units of the items in one message. The main thread takes a message in less than a millisecond. */
const MESSAGE_CHARACTERS = 64 * 1024
const MESSAGE_ITEMS = 500
/** Maximum messages not yet taken: one is read while another is stored. */
const AHEAD_MOST = 2

/** No other work waits for this thread, so it never yields. */
const NO_TURNS = { pass: async (): Promise<void> => undefined }

let reading = -1
let giveBytes: (bytes: Uint8Array | undefined) => void = () => undefined
let goOn: () => void = () => undefined
let ahead = 0

parentPort?.on('message', (told: ToldReader) => {
  if ('begin' in told) void readAll(told.begin)
  else if ('bytes' in told) {
    if (told.number === reading) giveBytes(told.bytes)
  } else {
    ahead--
    goOn()
  }
})

async function readAll({ number, form, envelope, progress }: BegunUpload): Promise<void> {
  reading = number
  ahead = 0
  let items: InputItem[] = []
  let [characters, count] = [0, 0]
  try {
    for await (const item of readUpload(bytesOf(), form, envelope, NO_TURNS)) {
      count++
      Atomics.store(progress, REACHED, item.line ?? count)
      Atomics.add(progress, MOVES, 1)
      items.push(item)
      characters += 'text' in item ? item.text.length : item.error.message.length
      if (items.length < MESSAGE_ITEMS && characters < MESSAGE_CHARACTERS) continue
      say({ items })
      items = []
      characters = 0
      ahead++
      while (ahead >= AHEAD_MOST) await new Promise<void>((resolve) => (goOn = resolve))
    }
    if (items.length > 0) say({ items })
    say({ end: envelope })
  } catch (error) {
    if (error instanceof RegistryError) {
      const { code, message, details } = error
      say({ refused: { code, message, details } })
    } else say({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function* bytesOf(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const coming = new Promise<Uint8Array | undefined>((resolve) => (giveBytes = resolve))
    say({ wants: true })
    const bytes = await coming
    if (bytes === undefined) return
    yield bytes
  }
}

function say(said: SaidReader): void {
  parentPort?.postMessage(said)
}
