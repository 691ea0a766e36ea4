import type { Io } from '../io/io.ts'
import { feedName } from '../text/feed-name.ts'
import { ProgressBar } from './progress-bar.ts'

/** How far the reading or writing of one file is. */
export class Progress {
  readonly #bar: ProgressBar
  #records = 0
  #bytes: number | undefined
  #bytesTotal: number | undefined
  #recordsTotal: number | undefined
  /** Bytes and records at the moment when the latest piece was asked for: all of the former had become the latter. */
  #settled: { readonly bytes: number; readonly records: number } | undefined

  /** @param file - What is read or written; `-` is standard input. */
  constructor(io: Pick<Io, 'stderr' | 'env'>, file: string) {
    this.#bar = new ProgressBar(io, feedName(file))
  }

  /** Told by the reader of each piece: bytes so far, and of how many if known. */
  readonly bytes = (read: number, total: number | undefined): void => {
    if (this.#bytes !== undefined) this.#settled = { bytes: this.#bytes, records: this.#records }
    this.#bytes = read
    this.#bytesTotal = total
  }

  /**
   * Records done so far.
   *
   * @param total - Of how many, where that is known.
   */
  records(count: number, total?: number): void {
    this.#records = count
    this.#recordsTotal = total
    this.#bar.show(count, this.#share())
  }

  /** Takes the line away. */
  stop(): void {
    this.#bar.stop()
  }

  /**
   * Bytes are read ahead of the records, by a piece; so the share is what the records done so far
   * took, by the density of the pieces before. Undefined while the first piece is worked on.
   */
  #share(): number | undefined {
    if (this.#recordsTotal !== undefined && this.#recordsTotal > 0)
      return Math.min(1, this.#records / this.#recordsTotal)
    const total = this.#bytesTotal
    if (total === undefined || total === 0 || this.#settled === undefined || this.#settled.records === 0)
      return undefined
    const { bytes, records } = this.#settled
    return Math.min((this.#records * bytes) / records, this.#bytes ?? 0, total) / total
  }
}
