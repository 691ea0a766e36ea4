import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { InputTerminal } from '../io/input-terminal.ts'

/** A letter or word that was typed, in lower case; or what happened to the input or the screen. */
export type Key =
  | { readonly typed: string }
  /** No more will come. */
  | { readonly event: 'end' }
  /** Ctrl-C, or the command was told to stop. */
  | { readonly event: 'stop' }
  /** What is on the screen no longer fits it. */
  | { readonly event: 'redraw' }

/** Where the keys of a session come from. Close it when done. */
export interface Keys {
  /** Waits for the next one. */
  next(): Promise<Key>
  /** Drops letters that were typed before they could be meant for what is now on the screen. */
  forget(): void
  /** Puts in something that happened elsewhere. */
  push(key: Key): void
  /** Leaves the input as it was. */
  close(): void
}

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const CTRL_L = '\u000c'
const ESCAPE = '\u001b'

/** Keys of a person at a terminal, each as it is pressed. */
export function terminalKeys(input: InputTerminal, signal: AbortSignal): Keys {
  const queue = new KeyQueue(signal)
  const onData = (chunk: Buffer | string): void => {
    const text = chunk.toString()
    // An arrow or function key is a sequence whose letters nobody typed.
    if (text.startsWith(ESCAPE)) return
    for (const character of text) queue.push(keyOf(character))
  }
  const onEnd = (): void => queue.push({ event: 'end' })
  input.setRawMode(true)
  input.on('data', onData)
  input.on('end', onEnd)
  input.resume()
  return {
    next: () => queue.next(),
    forget: () => queue.forget(),
    push: (key) => queue.push(key),
    close: () => {
      input.off('data', onData)
      input.off('end', onEnd)
      input.setRawMode(false)
      input.pause()
      queue.close()
    },
  }
}

function keyOf(character: string): Key {
  if (character === CTRL_C) return { event: 'stop' }
  if (character === CTRL_D) return { event: 'end' }
  if (character === CTRL_L) return { event: 'redraw' }
  return { typed: character.toLowerCase() }
}

/** One letter or word a line, as a script writes them; empty lines are passed over. */
export function lineKeys(input: Readable, signal: AbortSignal): Keys {
  const queue = new KeyQueue(signal)
  const reader = createInterface({ input, terminal: false })
  reader.on('line', (line) => {
    const typed = line.trim().toLowerCase()
    if (typed !== '') queue.push({ typed })
  })
  reader.on('close', () => queue.push({ event: 'end' }))
  return {
    next: () => queue.next(),
    // A script writes ahead and means it.
    forget: () => {},
    push: (key) => queue.push(key),
    close: () => {
      queue.close()
      reader.close()
    },
  }
}

/** Keys in the order they came, for one reader. */
class KeyQueue {
  #keys: Key[] = []
  #waiting: ((key: Key) => void) | undefined
  readonly #signal: AbortSignal
  readonly #onAbort = (): void => this.push({ event: 'stop' })

  constructor(signal: AbortSignal) {
    this.#signal = signal
    if (signal.aborted) this.#onAbort()
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  push(key: Key): void {
    // Whoever wants to stop does not wait for what was typed before.
    if ('event' in key && key.event === 'stop') this.#keys.unshift(key)
    else this.#keys.push(key)
    const next = this.#waiting === undefined ? undefined : this.#keys.shift()
    if (next === undefined) return
    this.#waiting?.(next)
    this.#waiting = undefined
  }

  async next(): Promise<Key> {
    const key = this.#keys.shift()
    if (key !== undefined) return key
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  forget(): void {
    this.#keys = this.#keys.filter((key) => 'event' in key)
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
