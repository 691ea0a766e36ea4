import type { Io } from '../io/io.ts'
import { secondsSince } from '../text/number-text.ts'
import { ProgressBar } from './progress-bar.ts'

/** The progress of long work. */
interface PhaseProgress<Phase extends string> {
  readonly phase: Phase
  readonly done: number
  readonly total: number
}

/** Shows the progress of work in phases, with one line for each phase. */
class PhaseBars<Phase extends string> {
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

/**
 * Runs work in phases and shows its progress.
 *
 * @param names - Display name of each phase.
 * @returns The result of the work, and the seconds that it took.
 */
export async function inPhases<Phase extends string, Result extends object>(
  io: Io,
  names: Readonly<Record<Phase, string>>,
  work: (onProgress: (progress: PhaseProgress<Phase>) => void) => Promise<Result>,
): Promise<Result & { readonly seconds: number }> {
  const started = performance.now()
  const bars = new PhaseBars(io, names)
  const result = await work((progress) => bars.show(progress)).finally(() => bars.stop())
  return { ...result, seconds: secondsSince(started) }
}
