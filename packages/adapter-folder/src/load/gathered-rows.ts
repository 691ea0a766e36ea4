import { writeSync } from 'node:fs'

/**
 * The size of each row's header in bytes: length of the key (2 bytes) and of the value (4 bytes). Key and value follow.
 */
export const ROW_HEADER = 6

const FIRST_BYTES = 65_536
const FIRST_ROWS = 1_024
const MAX_KEPT_BYTES = 4 * 1_048_576
const CHUNK_BYTES = 1_048_576

/** Rows of one table in one block of memory. The rows stay in memory until they are written in key order. */
export class RowBuffer {
  #arena: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #starts = new Uint32Array(FIRST_ROWS)
  #bytes = 0
  #count = 0
  #isSorted = true

  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#count
  }

  add(key: Uint8Array, value: Uint8Array): void {
    const start = this.#bytes
    const keyAt = start + ROW_HEADER
    const end = keyAt + key.length + value.length
    this.#reserve(end)
    const arena = this.#arena
    arena.writeUInt16LE(key.length, start)
    arena.writeUInt32LE(value.length, start + 2)
    arena.set(key, keyAt)
    arena.set(value, keyAt + key.length)
    this.#starts[this.#count] = start
    if (this.#count > 0 && this.#isSorted)
      this.#isSorted = this.#compare(this.#starts[this.#count - 1] as number, start) < 0
    this.#count++
    this.#bytes = end
  }

  /**
   * Writes the rows to a file from a position, in key order, and removes them from memory.
   *
   * @returns the number of bytes written.
   */
  write(file: number, position: number): number {
    const { bytes } = this
    if (this.#isSorted) writeAll(file, this.#arena.subarray(0, bytes), position)
    else this.#writeSorted(file, position)
    // Frees a large buffer: tables grow one after the other, and all large buffers together need too much memory.
    if (this.#arena.length > MAX_KEPT_BYTES) {
      this.#arena = Buffer.allocUnsafeSlow(FIRST_BYTES)
      this.#starts = new Uint32Array(FIRST_ROWS)
    }
    this.#bytes = 0
    this.#count = 0
    this.#isSorted = true
    return bytes
  }

  #writeSorted(file: number, position: number): void {
    const starts = this.#starts.subarray(0, this.#count).sort((a, b) => this.#compare(a, b))
    let chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    let used = 0
    let at = position
    for (const start of starts) {
      const end = this.#endOf(start)
      if (used > 0 && used + end - start > chunk.length) {
        at += writeAll(file, chunk.subarray(0, used), at)
        used = 0
      }
      if (end - start > chunk.length) chunk = Buffer.allocUnsafeSlow(end - start)
      used += this.#arena.copy(chunk, used, start, end)
    }
    writeAll(file, chunk.subarray(0, used), at)
  }

  #compare(a: number, b: number): number {
    const arena = this.#arena
    return arena.compare(arena, b + ROW_HEADER, this.#keyEnd(b), a + ROW_HEADER, this.#keyEnd(a))
  }

  #keyEnd(start: number): number {
    return start + ROW_HEADER + this.#arena.readUInt16LE(start)
  }

  #endOf(start: number): number {
    return this.#keyEnd(start) + this.#arena.readUInt32LE(start + 2)
  }

  #reserve(bytes: number): void {
    if (this.#count === this.#starts.length) {
      const starts = new Uint32Array(this.#starts.length * 2)
      starts.set(this.#starts)
      this.#starts = starts
    }
    if (bytes <= this.#arena.length) return
    const arena = Buffer.allocUnsafeSlow(Math.max(bytes, this.#arena.length * 2))
    this.#arena.copy(arena, 0, 0, this.#bytes)
    this.#arena = arena
  }
}

/** @returns the number of bytes written. */
function writeAll(file: number, bytes: Uint8Array, position: number): number {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at)
  return bytes.length
}
