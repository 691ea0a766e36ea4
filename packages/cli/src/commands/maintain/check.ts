import type { CheckPhase, Finding, FolderCheck } from '@utpid/adapter-folder'
import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openMaintained } from '../../place/open-registry.ts'
import { ProgressBar } from '../../progress/progress-bar.ts'
import { counted, durationText, thousandths, whole } from '../../text/number-text.ts'

interface CheckFlags extends DataFlags, JsonFlags {
  readonly repair?: boolean
}

export function addCheckCommand(program: Command, io: Io): void {
  const command = program
    .command('check')
    .description('Check the folder of a registry for consistency: tables, index, index checkpoint.')
    .option('--repair', 'rebuild derived data; other data is never changed')
  addCommonOptions(command).action((flags: CheckFlags) => checkPlace(flags, io))
}

async function checkPlace({ data, repair = false, json }: CheckFlags, io: Io): Promise<void> {
  const started = performance.now()
  const storage = await openMaintained(data, io.stderr, { damaged: 'open' })
  const bars = new CheckBars(io)
  let result: FolderCheck
  try {
    result = await storage.check({ repair, signal: io.signal, onProgress: (progress) => bars.show(progress) })
  } finally {
    bars.stop()
    await storage.close()
  }
  const seconds = thousandths((performance.now() - started) / 1000)
  if (json === true) await io.stdout.json({ ...result, seconds })
  else await io.stdout.write(checkText(result, seconds))
  const left = result.findings.filter(({ repaired }) => !repaired)
  if (left.length === 0) return
  const canBeMended = left.every(({ of }) => of === 'derived')
  throw new CliError(
    EXIT.damaged,
    canBeMended
      ? 'All problems can be repaired: run "utpid check --repair".'
      : 'Some problems cannot be repaired from the remaining data: restore a backup, or import the feeds into another folder.',
  )
}

const PHASE_NAMES: Readonly<Record<CheckPhase, string>> = {
  pages: 'Pages',
  records: 'Records',
  products: 'Products',
  edges: 'Edges and judgements',
  others: 'Alerts, changes and idempotency keys',
  counters: 'Counters',
  index: 'Index',
  snapshot: 'Snapshot',
}

/** Shows a progress line for each phase in turn. */
class CheckBars {
  readonly #io: Io
  #phase: CheckPhase | undefined
  #bar: ProgressBar | undefined

  constructor(io: Io) {
    this.#io = io
  }

  show({ phase, done, total }: { readonly phase: CheckPhase; readonly done: number; readonly total: number }): void {
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

function checkText({ change, records, products, findings }: FolderCheck, seconds: number): string {
  const held = `${counted(records, 'record')} in ${counted(products, 'product')} as of change ${whole(change)}, checked in ${durationText(seconds)}`
  if (findings.length === 0) return `No problems found: ${held}.\n`
  return `${findings.map(findingText).join('')}${held}.\n`
}

function findingText({ code, message, count, examples, repaired }: Finding): string {
  const more = count > examples.length ? `  and ${whole(count - examples.length)} more\n` : ''
  return `${code}: ${message} ${whole(count)}${repaired ? ', rebuilt' : ''}\n${examples.map((each) => `  ${each}\n`).join('')}${more}`
}
