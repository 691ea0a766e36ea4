import { type Options, type Params, SingleBar } from 'cli-progress'
import { feedName } from './feed-name.ts'
import type { Io } from './io.ts'
import { durationText, whole } from './number-text.ts'
import { cut } from './table.ts'

const BAR_CHARACTERS = 20
const NAME_CHARACTERS = 26

/**
 * How far the reading or writing of one file is: its share, records a second, and an estimate of the time
 * left. Shown only on a terminal that can take a line back, so that a log holds results and nothing that moves.
 */
export class Progress {
  readonly #bar: SingleBar | undefined
  readonly #started = performance.now()
  #records = 0
  #bytes: number | undefined
  #bytesTotal: number | undefined
  #recordsTotal: number | undefined
  /** Bytes and records at the moment when the latest piece was asked for: all of the former had become the latter. */
  #settled: { readonly bytes: number; readonly records: number } | undefined

  /** @param file - What is read or written; `-` is standard input. */
  constructor({ stderr: output, env }: Pick<Io, 'stderr' | 'env'>, file: string) {
    if (!output.isTTY || env.TERM === 'dumb') return
    const name = cut(feedName(file), NAME_CHARACTERS)
    const options: Options = {
      stream: output.stream,
      clearOnComplete: true,
      hideCursor: true,
      // The command ends by itself on Ctrl-C, and stops the bar then.
      gracefulExit: false,
      format: (_options: Options, _params: Params) => cut(this.#line(name), output.columns - 1),
    }
    this.#bar = new SingleBar(options)
    this.#bar.start(1, 0)
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
    this.#bar?.update(this.#share() ?? 0)
  }

  /** Takes the line away. */
  stop(): void {
    this.#bar?.stop()
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

  #line(name: string): string {
    const seconds = (performance.now() - this.#started) / 1000
    const rate = `${whole(this.#records)} records${seconds > 0.5 ? `, ${whole(Math.round(this.#records / seconds))}/s` : ''}`
    const share = this.#share()
    if (share === undefined) return `${name}  ${rate}`
    const done = Math.round(share * BAR_CHARACTERS)
    const bar = `[${'='.repeat(done)}${' '.repeat(BAR_CHARACTERS - done)}]`
    const left = share > 0.01 ? `, about ${durationText((seconds * (1 - share)) / share)} left` : ''
    return `${name}  ${bar} ${Math.floor(share * 100)} %  ${rate}${left}`
  }
}
