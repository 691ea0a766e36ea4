import type { ReindexProgress } from '@utpid/core'
import type { Io } from './io.ts'
import { ProgressBar } from './progress-bar.ts'

export type Phase = ReindexProgress['phase']

/** Shows how far a reindex or a rescore is: a line for each phase in turn. */
export class PhaseBars {
  readonly #io: Io
  readonly #names: Readonly<Record<Phase, string>>
  #phase: Phase | undefined
  #bar: ProgressBar | undefined

  /** @param names - What each phase is called. */
  constructor(io: Io, names: Readonly<Record<Phase, string>>) {
    this.#io = io
    this.#names = names
  }

  show({ phase, done, total }: ReindexProgress): void {
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
