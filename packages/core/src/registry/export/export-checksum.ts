import { hashData } from '../../encoding/data-hash.ts'
import { mix32 } from '../../encoding/hash.ts'
import type { ExportContent, ExportRow } from './export-format.ts'

const PRIME = 0x01000193

/**
 * Chained checksums of the lines of an export. Each checksum covers the data of its line and the checksum of the
 * previous line. The first changed or moved line does not match its checksum, and the last checksum covers the whole
 * export.
 */
export class ExportChecksum {
  #last = 0

  /**
   * Returns the checksum of the next line.
   *
   * @param content - Data of the next line, without its checksum.
   * @returns 8 hex digits.
   */
  of(content: object): string {
    this.#last = after(this.#last, hashData(content))
    return this.#last.toString(16).padStart(8, '0')
  }

  /**
   * Advances over several lines if the checksum of every line is correct.
   *
   * @param hashes - `hashData` of each line.
   */
  advanceOver(hashes: Int32Array, checksums: Uint32Array): boolean {
    let last = this.#last
    for (let at = 0; at < hashes.length; at++) {
      last = after(last, hashes[at] as number)
      if (last !== checksums[at]) return false
    }
    this.#last = last
    return true
  }

  /** Returns the next line with its checksum. */
  withChecksum(content: ExportContent): ExportRow {
    return { ...content, checksum: this.of(content) }
  }
}

function after(last: number, hash: number): number {
  return mix32(Math.imul(last, PRIME) ^ hash)
}
