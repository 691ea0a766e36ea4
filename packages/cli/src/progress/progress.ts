import type { Io } from '../io/io.ts'
import { feedName } from '../text/feed-name.ts'
import { ProgressBar } from './progress-bar.ts'

/** Progress of reading or writing one file. */
export class Progress {
  readonly #bar: ProgressBar
  #records = 0
  #bytes: number | undefined
  #bytesTotal: number | undefined
  #recordsTotal: number | undefined
  /** Bytes and records at the time when the latest piece was requested. All these bytes had then become records. */
  #previousPiece: { readonly bytes: number; readonly records: number } | undefined

  /** @param file - The file that is read or written; `-` is standard input. */
  constructor(io: Pick<Io, 'stderr' | 'env'>, file: string) {
    this.#bar = new ProgressBar(io, feedName(file))
  }

  /** Called by the reader after each piece, with the bytes so far and the total if known. */
  readonly bytes = (read: number, total: number | undefined): void => {
    if (this.#bytes !== undefined) this.#previousPiece = { bytes: this.#bytes, records: this.#records }
    this.#bytes = read
    this.#bytesTotal = total
  }

  /**
   * Sets the number of records done.
   *
   * @param total - Total number of records, if known.
   */
  records(count: number, total?: number): void {
    this.#records = count
    this.#recordsTotal = total
    this.#bar.show(count, this.#share())
  }

  /** Removes the line. */
  stop(): void {
    this.#bar.stop()
  }

  /**
   * Estimates the share done. The reader is one piece ahead of the records. The share is therefore computed from the
   * records done and the records per byte of earlier pieces. Undefined during the first piece.
   */
  #share(): number | undefined {
    if (this.#recordsTotal !== undefined && this.#recordsTotal > 0)
      return Math.min(1, this.#records / this.#recordsTotal)
    const total = this.#bytesTotal
    if (total === undefined || total === 0 || this.#previousPiece === undefined || this.#previousPiece.records === 0)
      return undefined
    const { bytes, records } = this.#previousPiece
    return Math.min((this.#records * bytes) / records, this.#bytes ?? 0, total) / total
  }
}
