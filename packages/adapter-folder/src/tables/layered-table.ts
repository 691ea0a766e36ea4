import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'
import { maskChecksum } from './checksummed-table.ts'
import type { LedgerTable, TableRange } from './ledger-table.ts'

// Requires a CommonJS module: bundlers and Node resolve its default export differently.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree')

/** A function that undoes a write. */
export type Undo = () => void

/**
 * A read-only table, with changes on top of it in memory.
 *
 * Keys are stored as strings of one character per byte, which keeps their order.
 */
export class LayeredTable implements LedgerTable {
  readonly #base: LedgerTable
  readonly #nameChecksum: number
  /** The changed rows: values as a table stores them; undefined for removed rows. */
  #changed = new BTree<string, Buffer | undefined>()
  #entries: number
  #isCleared = false
  readonly #note: (undo: Undo) => void

  /** @param note - Receives an undo function for each write. */
  constructor(name: string, base: LedgerTable, note: (undo: Undo) => void) {
    this.#base = base
    this.#nameChecksum = crc32(name)
    this.#entries = base.entries
    this.#note = note
  }

  get(key: Buffer): Buffer | undefined {
    const text = textOf(key)
    if (this.#isCleared || this.#changed.has(text)) {
      const stored = this.#changed.get(text)
      return stored === undefined ? undefined : this.unmasked(key, stored)
    }
    return this.#base.get(key)
  }

  peek(key: Buffer): Uint8Array | undefined {
    const text = textOf(key)
    return this.#isCleared || this.#changed.has(text) ? this.#changed.get(text) : this.#base.peek(key)
  }

  unmasked(key: Buffer, bytes: Uint8Array): Buffer {
    return maskChecksum(this.#nameChecksum, key, Buffer.from(bytes))
  }

  putTransferred(key: Buffer, value: Buffer): Promise<boolean> {
    return this.put(key, value)
  }

  async put(key: Buffer, value: Buffer): Promise<boolean> {
    this.#write(key, this.unmasked(key, value), this.doesExist(key))
    return true
  }

  get entries(): number {
    return this.#entries
  }

  clearSync(): void {
    const [changed, entries, hasNoBase] = [this.#changed, this.#entries, this.#isCleared]
    this.#note(() => {
      this.#changed = changed
      this.#entries = entries
      this.#isCleared = hasNoBase
    })
    this.#changed = new BTree()
    this.#entries = 0
    this.#isCleared = true
  }

  async remove(key: Buffer): Promise<boolean> {
    const wasThere = this.doesExist(key)
    if (wasThere) this.#write(key, undefined, true)
    return wasThere
  }

  doesExist(key: Buffer): boolean {
    const text = textOf(key)
    if (this.#isCleared || this.#changed.has(text)) return this.#changed.get(text) !== undefined
    return this.#base.doesExist(key)
  }

  *getKeys(range: TableRange): Generator<Buffer, void> {
    for (const { key } of this.getRange(range)) yield key
  }

  *getRange(range: TableRange = {}): Generator<{ key: Buffer; value: Buffer }, void> {
    const { limit = Number.POSITIVE_INFINITY, reverse = false } = range
    let left = limit
    for (const row of merged(this.#baseRows(range), this.#changedRows(range), reverse)) {
      if (left-- <= 0) return
      yield row
    }
  }

  *#baseRows({ limit: _, ...range }: TableRange): Generator<{ key: Buffer; value: Buffer }, void> {
    if (this.#isCleared) return
    for (const row of this.#base.getRange(range)) if (!this.#changed.has(textOf(row.key))) yield row
  }

  *#changedRows(range: TableRange): Generator<{ key: Buffer; value: Buffer }, void> {
    const { start, exclusiveStart = false, end, inclusiveEnd = false, reverse = false } = range
    const [from, to] = [start && textOf(start), end && textOf(end)]
    const entries = reverse ? this.#changed.entriesReversed(from) : this.#changed.entries(from)
    for (const [text, stored] of entries) {
      if (text === from && exclusiveStart) continue
      if (to !== undefined && (text === to ? !inclusiveEnd : text > to !== reverse)) return
      const key = Buffer.from(text, 'latin1')
      if (stored !== undefined) yield { key, value: this.unmasked(key, stored) }
    }
  }

  #write(key: Buffer, stored: Buffer | undefined, wasThere: boolean): void {
    const text = textOf(key)
    const [changed, entries] = [this.#changed, this.#entries]
    const [wasChanged, before] = [changed.has(text), changed.get(text)]
    this.#note(() => {
      if (wasChanged) changed.set(text, before)
      else changed.delete(text)
      this.#entries = entries
    })
    changed.set(text, stored)
    this.#entries = entries + (stored === undefined ? 0 : 1) - (wasThere ? 1 : 0)
  }
}

function textOf(key: Buffer): string {
  return key.toString('latin1')
}

interface Row {
  readonly key: Buffer
  readonly value: Buffer
}

/** Merges two sorted runs of rows without common keys. */
function* merged(one: Generator<Row, void>, other: Generator<Row, void>, reverse: boolean): Generator<Row, void> {
  try {
    let [a, b] = [one.next(), other.next()]
    while (a.done !== true || b.done !== true) {
      if (b.done === true || (a.done !== true && Buffer.compare(a.value.key, b.value.key) < 0 !== reverse)) {
        yield a.value as Row
        a = one.next()
      } else {
        yield b.value
        b = other.next()
      }
    }
  } finally {
    // Closes the cursors of the file if the consumer stops early.
    one.return()
    other.return()
  }
}
