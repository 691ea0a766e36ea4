import { DEFAULT_MODEL, type RescoreReport, type ScoringModel } from '@utpid/core'
import { type Command, InvalidArgumentError } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../common-options.ts'
import { readModel } from '../evaluation/read-model.ts'
import type { Io } from '../io.ts'
import { thousandths } from '../number-text.ts'
import { openRegistry } from '../open-registry.ts'
import { PhaseBars } from '../phase-bars.ts'
import { rescoreText } from '../rescore-text.ts'

interface RescoreFlags extends DataFlags, JsonFlags {
  readonly model?: string
  readonly epoch?: number | 'next'
  readonly dryRun?: boolean
  readonly restart?: boolean
  readonly examples: number
}

/** Of `--model`: the model that this version of utpid brings along, instead of a file. */
const SHIPPED = 'shipped'
const EXAMPLES = 3
const EXAMPLES_MOST = 10_000
const PHASE_NAMES = { records: 'Scores', groups: 'Products', switch: 'Switch' } as const

export function addRescoreCommand(program: Command, io: Io): void {
  const command = program
    .command('rescore')
    .description('Score all pairs anew, by another model or epoch, and move the registry over.')
    .option('--model <file>', `the model as JSON, or "${SHIPPED}"; the registry’s own unless given`)
    .option(
      '--epoch <epoch>',
      'how much words tell: "next" counts those of the registry now, 0 is the shipped table; as it is unless given',
      epochOption,
    )
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--restart', 'begin anew where an interrupted one could go on')
    .option('--examples <number>', 'examples of each kind of change', wholeNumber(0, EXAMPLES_MOST), EXAMPLES)
  addCommonOptions(command).action((flags: RescoreFlags) => rescore(flags, io))
}

async function rescore(flags: RescoreFlags, io: Io): Promise<void> {
  const { data, json, epoch, dryRun = false, restart = false, examples } = flags
  // Before the registry is opened, so that a wrong file is told at once.
  const model = await modelOf(flags)
  await using registry = await openRegistry(data, { create: false, outdated: 'open' })
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

async function modelOf({ model }: RescoreFlags): Promise<ScoringModel | undefined> {
  if (model === undefined) return undefined
  return model === SHIPPED ? DEFAULT_MODEL : await readModel(model)
}

function epochOption(text: string): number | 'next' {
  if (text === 'next') return text
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be "next", 0 or the number of an epoch that was taken.')
}
