import type { Io } from '../io/io.ts'
import { ProgressBar } from './progress-bar.ts'

/** The progress of long work. */
interface PhaseProgress<Phase extends string> {
  readonly phase: Phase
  readonly done: number
  readonly total: number
}

/** Shows the progress of work in phases, with one line for each phase. */
export class PhaseBars<Phase extends string> {
  readonly #io: Io
  readonly #names: Readonly<Record<Phase, string>>
  #phase: Phase | undefined
  #bar: ProgressBar | undefined

  /** @param names - Display name of each phase. */
  constructor(io: Io, names: Readonly<Record<Phase, string>>) {
    this.#io = io
    this.#names = names
  }

  show({ phase, done, total }: PhaseProgress<Phase>): void {
    if (phase !== this.#phase) {
      this.stop()
      this.#phase = phase
      this.#bar = new ProgressBar(this.#io, this.#names[phase])
    }
    this.#bar?.show(done, total === 0 ? undefined : done / total)
  }

  stop(): void {
    this.#bar?.stop()
  }
}
