import type { Io } from '../io/io.ts'
import { ProgressBar } from './progress-bar.ts'

/** How far long work is. */
interface PhaseProgress<Phase extends string> {
  readonly phase: Phase
  readonly done: number
  readonly total: number
}

/** Shows how far long work in phases is: a line for each of them in turn. */
export class PhaseBars<Phase extends string> {
  readonly #io: Io
  readonly #names: Readonly<Record<Phase, string>>
  #phase: Phase | undefined
  #bar: ProgressBar | undefined

  /** @param names - What each phase is called. */
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
