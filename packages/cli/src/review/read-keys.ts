import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { InputTerminal } from '../io/input-terminal.ts'

/** A typed letter or word in lower case, or an event of the input or the screen. */
export type Key =
  | { readonly typed: string }
  /** The input has ended. */
  | { readonly event: 'end' }
  /** Ctrl-C, or a signal to stop the command. */
  | { readonly event: 'stop' }
  /** The screen must be drawn again. */
  | { readonly event: 'redraw' }

/** The source of the keys of a session. Close it when done. */
export interface Keys {
  /** Waits for the next key. */
  next(): Promise<Key>
  /** Drops letters that were typed before the current screen was shown. */
  dropTyped(): void
  /** Adds an event from elsewhere. */
  push(key: Key): void
  /** Restores the state of the input. */
  close(): void
}

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const CTRL_L = '\u000c'
const ESCAPE = '\u001b'

/** Returns the keys that a person presses at a terminal, each immediately. */
export function terminalKeys(input: InputTerminal, signal: AbortSignal): Keys {
  const queue = new KeyQueue(signal)
  const onData = (chunk: Buffer | string): void => {
    const text = chunk.toString()
    // An arrow or function key sends an escape sequence. The person did not type its letters.
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
    dropTyped: () => queue.dropTyped(),
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

/** Returns one letter or word for each line, as a script writes them; empty lines are skipped. */
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
    // A script writes all its keys in advance, so no key is dropped.
    dropTyped: () => {},
    push: (key) => queue.push(key),
    close: () => {
      queue.close()
      reader.close()
    },
  }
}

/** Keys in the order of arrival, for one reader. */
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
    // A stop event goes before keys that were typed earlier.
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

  dropTyped(): void {
    this.#keys = this.#keys.filter((key) => 'event' in key)
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
