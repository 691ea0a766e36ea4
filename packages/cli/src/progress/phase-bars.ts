import type { Io } from '../io/io.ts'
import { secondsSince } from '../text/number-text.ts'
import { ProgressBar } from './progress-bar.ts'

/** The progress of long work. */
interface PhaseProgress<Phase extends string> {
  readonly phase: Phase
  readonly done: number
  readonly total: number
}

/**
 * Runs work in phases and shows its progress, with one line for each phase.
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
  let shown: { readonly phase: Phase; readonly bar: ProgressBar } | undefined
  const onProgress = ({ phase, done, total }: PhaseProgress<Phase>): void => {
    if (phase !== shown?.phase) {
      shown?.bar.stop()
      shown = { phase, bar: new ProgressBar(io, names[phase]) }
    }
    shown.bar.show(done, total === 0 ? undefined : done / total)
  }
  const result = await work(onProgress).finally(() => shown?.bar.stop())
  return { ...result, seconds: secondsSince(started) }
}
