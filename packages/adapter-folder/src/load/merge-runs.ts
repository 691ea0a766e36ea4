import { closeSync, openSync, readSync } from 'node:fs'
import { ROW_HEADER } from './gathered-rows.ts'
import type { Run } from './row-runs.ts'

const BUFFER_BYTES = 262_144

/** A row of a run. Its bytes are valid until the next row is read. Callers may modify them. */
export interface RunRow {
  readonly key: Buffer
  readonly value: Buffer
}

/** Merges runs of one table in key order; rows with equal keys are adjacent. */
export function* mergeRuns(runs: readonly Run[]): Generator<RunRow, void> {
  const files = new Map<string, number>()
  try {
    for (const { path } of runs) if (!files.has(path)) files.set(path, openSync(path, 'r'))
    const readers = runs.map(({ path, start, end }) => new RunReader(files.get(path) as number, start, end))
    const heap = readers.filter((reader) => reader.read())
    heap.sort((a, b) => a.key.compare(b.key))
    while (heap.length > 0) {
      const first = heap[0] as RunReader
      yield first
      if (first.read()) siftDown(heap)
      else {
        const last = heap.pop() as RunReader
        if (heap.length === 0) return
        heap[0] = last
        siftDown(heap)
      }
    }
  } finally {
    for (const file of files.values()) closeSync(file)
  }
}

/** Moves the first reader down to its position in the heap. */
function siftDown(heap: RunReader[]): void {
  const sinking = heap[0] as RunReader
  let at = 0
  for (;;) {
    let smallest = 2 * at + 1
    if (smallest >= heap.length) break
    const right = smallest + 1
    if (right < heap.length && isBefore(heap[right], heap[smallest])) smallest = right
    if (!isBefore(heap[smallest], sinking)) break
    heap[at] = heap[smallest] as RunReader
    at = smallest
  }
  heap[at] = sinking
}

function isBefore(a: RunReader | undefined, b: RunReader | undefined): boolean {
  return (a as RunReader).key.compare((b as RunReader).key) < 0
}

const NOTHING = Buffer.alloc(0)

class RunReader implements RunRow {
  readonly #file: number
  #position: number
  readonly #end: number
  #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  #at = 0
  #filled = 0
  key: Buffer = NOTHING
  value: Buffer = NOTHING

  constructor(file: number, start: number, end: number) {
    this.#file = file
    this.#position = start
    this.#end = end
  }

  /** Reads the next row. @returns false at the end of the run. */
  read(): boolean {
    if (!this.#has(ROW_HEADER)) return false
    const keyBytes = this.#buffer.readUInt16LE(this.#at)
    const rowBytes = ROW_HEADER + keyBytes + this.#buffer.readUInt32LE(this.#at + 2)
    if (!this.#has(rowBytes)) return false
    const keyAt = this.#at + ROW_HEADER
    this.key = this.#buffer.subarray(keyAt, keyAt + keyBytes)
    this.value = this.#buffer.subarray(keyAt + keyBytes, this.#at + rowBytes)
    this.#at += rowBytes
    return true
  }

  /** Fills the buffer with enough bytes. @returns false at the end of the run. */
  #has(bytes: number): boolean {
    if (this.#filled - this.#at >= bytes) return true
    const rest = this.#filled - this.#at
    const next = bytes <= this.#buffer.length ? this.#buffer : Buffer.allocUnsafeSlow(bytes)
    this.#buffer.copy(next, 0, this.#at, this.#filled)
    this.#buffer = next
    this.#at = 0
    this.#filled = rest
    while (this.#filled < bytes) {
      const wanted = Math.min(next.length - this.#filled, this.#end - this.#position)
      const read = wanted === 0 ? 0 : readSync(this.#file, next, this.#filled, wanted, this.#position)
      if (read === 0) {
        // Continues with a truncated row, so that the loss is reported.
        if (rest === 0 && this.#position >= this.#end) return false
        throw new Error('A file of sorted rows is truncated.')
      }
      this.#filled += read
      this.#position += read
    }
    return true
  }
}
