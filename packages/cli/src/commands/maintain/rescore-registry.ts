import type { RescoreReport } from '@utpid/core/operations'
import type { ScoringModel } from '@utpid/core/scoring'
import type { DataFlags, JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry, READ_ALL_OPTIONS } from '../../place/open-registry.ts'
import { PhaseBars } from '../../progress/phase-bars.ts'
import { rescoreText } from '../../render/rescore-text.ts'
import { thousandths } from '../../text/number-text.ts'

/** The options of a rescore. */
interface RescoreOptions extends DataFlags, JsonFlags {
  readonly model?: ScoringModel
  readonly epoch?: number | 'next'
  readonly dryRun?: boolean
  readonly restart?: boolean
  readonly examples: number
}

/** Default number of examples for each kind of change. */
export const EXAMPLES = 3
export const MAX_EXAMPLES = 10_000
const PHASE_NAMES = { records: 'Scores', groups: 'Products', switch: 'Switch' } as const

/** Rescores a registry and reports the result. */
export async function rescoreRegistry(rescoring: RescoreOptions, io: Io): Promise<void> {
  const { data, json, model, epoch, dryRun = false, restart = false, examples } = rescoring
  await using registry = await openRegistry(data, { ...READ_ALL_OPTIONS, outdated: 'open' })
  const started = performance.now()
  const bars = new PhaseBars(io, PHASE_NAMES)
  let report: RescoreReport
  try {
    report = await registry.rescore({
      ...(model === undefined ? {} : { model }),
      ...(epoch === undefined ? {} : { epoch }),
      dryRun,
      restart,
      examples,
      signal: io.signal,
      onProgress: (progress) => bars.show(progress),
    })
  } finally {
    bars.stop()
  }
  const seconds = thousandths((performance.now() - started) / 1000)
  if (json === true) await io.stdout.json({ ...report, seconds })
  else await io.stdout.write(rescoreText(report, seconds))
}
