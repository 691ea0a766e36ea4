import type { ReindexProgress, ReindexReport } from '@utpid/core'
import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../common-options.ts'
import type { Io } from '../io.ts'
import { counted, durationText, thousandths } from '../number-text.ts'
import { openRegistry } from '../open-registry.ts'
import { ProgressBar } from '../progress-bar.ts'

interface ReindexFlags extends DataFlags, JsonFlags {
  readonly force?: boolean
}

export function addReindexCommand(program: Command, io: Io): void {
  const command = program
    .command('reindex')
    .description('Make keys, features and search terms anew, after an upgrade of utpid that makes them otherwise.')
    .option('--force', 'also when they are those of this version')
  addCommonOptions(command).action((flags: ReindexFlags) => reindex(flags, io))
}

async function reindex({ data, force = false, json }: ReindexFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(data, { create: false, outdated: 'open' })
  const started = performance.now()
  const bars = new PhaseBars(io)
  let report: ReindexReport
  try {
    report = await registry.reindex({ force, signal: io.signal, onProgress: (progress) => bars.show(progress) })
  } finally {
    bars.stop()
  }
  const seconds = thousandths((performance.now() - started) / 1000)
  if (json === true) await io.stdout.json({ ...report, seconds })
  else await io.stdout.write(reportText(report, seconds))
}

const PHASE_NAMES: Readonly<Record<ReindexProgress['phase'], string>> = {
  records: 'Keys and features',
  groups: 'Products',
  switch: 'Switch',
}

/** A line for each phase in turn. */
class PhaseBars {
  readonly #io: Io
  #phase: ReindexProgress['phase'] | undefined
  #bar: ProgressBar | undefined

  constructor(io: Io) {
    this.#io = io
  }

  show({ phase, done, total }: ReindexProgress): void {
    if (phase !== this.#phase) {
      this.stop()
      this.#phase = phase
      this.#bar = new ProgressBar(this.#io, PHASE_NAMES[phase])
    }
    this.#bar?.show(done, total === 0 ? undefined : done / total)
  }

  stop(): void {
    this.#bar?.stop()
  }
}

function reportText(report: ReindexReport, seconds: number): string {
  const { outcome, from, to, records, changedProducts, mergedProducts } = report
  if (outcome === 'current') {
    return `Nothing to do: the index version is ${to}, that of this utpid. --force makes everything anew all the same.\n`
  }
  const version = from === to ? `index version ${to}` : `index version ${from} to ${to}`
  return `Reindexed ${counted(records, 'record')}, ${version}, in ${durationText(seconds)}: ${counted(changedProducts, 'product')} changed, ${counted(mergedProducts, 'product')} merged.\n`
}
