import { availableParallelism } from 'node:os'
import type { ReclusterReport } from '@utpid/core/operations'
import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { isFile, openRegistry, READ_ALL_OPTIONS } from '../../place/open-registry.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { isAddress, shownPlace } from '../../place/storage-place.ts'
import { PhaseBars } from '../../progress/phase-bars.ts'
import { reclusterText } from '../../render/recluster-text.ts'
import { thousandths } from '../../text/number-text.ts'
import { EXAMPLES, MAX_EXAMPLES } from './rescore-registry.ts'

const MAX_WORKERS = 64
const PHASE_NAMES = { compare: 'Compared', group: 'Clustered' } as const

interface ReclusterFlags extends DataFlags, JsonFlags {
  readonly all?: boolean
  readonly dryRun?: boolean
  readonly examples: number
  readonly workers?: number
}

export function addRegroupCommand(program: Command, io: Io): void {
  const command = program
    .command('regroup')
    .description("Compare all records again and recluster them, with the registry's model and term-frequency version.")
    .option('--all', 'the whole registry; required, since it takes long')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--examples <number>', 'examples of each kind of change', wholeNumber(0, MAX_EXAMPLES), EXAMPLES)
    .option(
      '--workers <n>',
      'threads for comparison, for a folder (default: available processors)',
      wholeNumber(1, MAX_WORKERS),
    )
  addCommonOptions(command).action(async (flags: ReclusterFlags) => {
    if (flags.all !== true) {
      throw new CliError(
        EXIT.usage,
        'Add --all to confirm: this command compares the whole registry again. Imports update clusters automatically.',
      )
    }
    await reclusterRegistry(flags, io)
  })
}

async function reclusterRegistry(
  { data, json, dryRun = false, examples, workers = availableParallelism() }: ReclusterFlags,
  io: Io,
): Promise<void> {
  if (!dryRun && !isRemote(data) && !isAddress(data) && isFile(data)) {
    throw new CliError(EXIT.usage, `${shownPlace(data)} is read-only: use --dry-run, or the folder of a registry.`)
  }
  await using registry = await openRegistry(data, { ...READ_ALL_OPTIONS, notes: io.stderr, reclusterWorkers: workers })
  const started = performance.now()
  const bars = new PhaseBars(io, PHASE_NAMES)
  let report: ReclusterReport
  try {
    report = await registry.regroup({
      dryRun,
      examples,
      signal: io.signal,
      onProgress: (progress) => bars.show(progress),
    })
  } finally {
    bars.stop()
  }
  const seconds = thousandths((performance.now() - started) / 1000)
  if (json === true) await io.stdout.json({ ...report, seconds })
  else await io.stdout.write(reclusterText(report, seconds))
}
