import type { ReindexReport } from '@utpid/core/operations'
import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry, READ_ALL_OPTIONS } from '../../place/open-registry.ts'
import { PhaseBars } from '../../progress/phase-bars.ts'
import { counted, durationText, thousandths } from '../../text/number-text.ts'

interface ReindexFlags extends DataFlags, JsonFlags {
  readonly force?: boolean
  readonly restart?: boolean
}

export function addReindexCommand(program: Command, io: Io): void {
  const command = program
    .command('reindex')
    .description('Rebuild keys, features and search terms after an upgrade of utpid that changes them.')
    .option('--force', 'also if the index version is current')
    .option('--restart', 'start again instead of resuming an interrupted run')
  addCommonOptions(command).action((flags: ReindexFlags) => reindex(flags, io))
}

async function reindex({ data, force = false, restart = false, json }: ReindexFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(data, { ...READ_ALL_OPTIONS, outdated: 'open' })
  const started = performance.now()
  const bars = new PhaseBars(io, PHASE_NAMES)
  let report: ReindexReport
  try {
    report = await registry.reindex({
      force,
      restart,
      signal: io.signal,
      onProgress: (progress) => bars.show(progress),
    })
  } finally {
    bars.stop()
  }
  const seconds = thousandths((performance.now() - started) / 1000)
  if (json === true) await io.stdout.json({ ...report, seconds })
  else await io.stdout.write(reportText(report, seconds))
}

const PHASE_NAMES = { records: 'Keys and features', groups: 'Products', switch: 'Switch' } as const

function reportText(report: ReindexReport, seconds: number): string {
  const { outcome, from, to, records, changedProducts, mergedProducts } = report
  if (outcome === 'current') {
    return `Nothing to do: the index version ${to} is current. To rebuild anyway, use --force.\n`
  }
  const version = from === to ? `index version ${to}` : `index version ${from} to ${to}`
  return `Reindexed ${counted(records, 'record')}, ${version}, in ${durationText(seconds)}: ${counted(changedProducts, 'product')} changed, ${counted(mergedProducts, 'product')} merged.\n`
}
