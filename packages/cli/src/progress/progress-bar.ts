import { type Options, type Params, SingleBar } from 'cli-progress'
import type { Io } from '../io/io.ts'
import { durationText, whole } from '../text/number-text.ts'
import { cut } from '../text/table.ts'

const BAR_CHARACTERS = 20
const NAME_CHARACTERS = 26

/**
 * A progress line: the share done, the records per second, and the estimated time left. It appears only on a terminal
 * that can overwrite a line, so that a log contains only results.
 */
export class ProgressBar {
  readonly #bar: SingleBar | undefined
  readonly #started = performance.now()
  readonly #unit: string
  #records = 0
  /** Share done, 0 to 1; undefined while unknown. */
  #share: number | undefined

  /**
   * @param name - Name of the work.
   * @param unit - Name of the counted items.
   */
  constructor({ stderr: output, env }: Pick<Io, 'stderr' | 'env'>, name: string, unit = 'records') {
    this.#unit = unit
    if (!output.isTTY || env.TERM === 'dumb') return
    const shortName = cut(name, NAME_CHARACTERS)
    const options: Options = {
      stream: output.stream,
      clearOnComplete: true,
      hideCursor: true,
      // The command handles Ctrl-C itself and then stops the bar.
      gracefulExit: false,
      format: (_options: Options, _params: Params) => cut(this.#line(shortName), output.columns - 1),
    }
    this.#bar = new SingleBar(options)
    this.#bar.start(1, 0)
  }

  show(records: number, share: number | undefined): void {
    this.#records = records
    this.#share = share
    this.#bar?.update(share ?? 0)
  }

  /** Removes the line. */
  stop(): void {
    this.#bar?.stop()
  }

  #line(name: string): string {
    const seconds = (performance.now() - this.#started) / 1000
    const rate = `${whole(this.#records)} ${this.#unit}${seconds > 0.5 ? `, ${whole(Math.round(this.#records / seconds))}/s` : ''}`
    const share = this.#share
    if (share === undefined) return `${name}  ${rate}`
    const done = Math.round(share * BAR_CHARACTERS)
    const bar = `[${'='.repeat(done)}${' '.repeat(BAR_CHARACTERS - done)}]`
    const left = share > 0.01 ? `, about ${durationText((seconds * (1 - share)) / share)} left` : ''
    return `${name}  ${bar} ${Math.floor(share * 100)} %  ${rate}${left}`
  }
}
