import { hashData } from '../../encoding/data-hash.ts'
import { mix32 } from '../../encoding/hash.ts'
import type { ExportContent, ExportRow } from './export-format.ts'

const PRIME = 0x01000193

/**
 * The checksums of the lines of an export, in their order. Each is made of the data of its line and
 * of the checksum of the line before, so that the first line that is not as it was written, or not
 * where it was written, has one that does not fit; and the last one is of everything.
 */
export class ExportChecksum {
  #last = 0

  /**
   * @param content - What the next line says, without its checksum.
   * @returns 8 hex digits.
   */
  of(content: object): string {
    this.#last = after(this.#last, hashData(content))
    return this.#last.toString(16).padStart(8, '0')
  }

  /**
   * Goes on over several lines when each has the checksum it should have.
   *
   * @param hashes - `hashData` of what each says.
   */
  fits(hashes: Int32Array, checksums: Uint32Array): boolean {
    let last = this.#last
    for (let at = 0; at < hashes.length; at++) {
      last = after(last, hashes[at] as number)
      if (last !== checksums[at]) return false
    }
    this.#last = last
    return true
  }

  /** The next line as it is written. */
  sealed(content: ExportContent): ExportRow {
    return { ...content, checksum: this.of(content) }
  }
}

function after(last: number, hash: number): number {
  return mix32(Math.imul(last, PRIME) ^ hash)
}
