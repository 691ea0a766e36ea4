import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openMaintained } from '../../place/open-registry.ts'
import { durationText, megabytesText, thousandths } from '../../text/number-text.ts'

interface CompactFlags extends DataFlags, JsonFlags {}

export function addCompactCommand(program: Command, io: Io): void {
  const command = program
    .command('compact')
    .description('Free unused disk space of a folder, and write an index checkpoint so that it opens quickly.')
  addCommonOptions(command).action((flags: CompactFlags) => compact(flags, io))
}

async function compact({ data, json }: CompactFlags, io: Io): Promise<void> {
  const started = performance.now()
  const storage = await openMaintained(data, io.stderr)
  const compacted = await storage.compact({ signal: io.signal })
  const seconds = thousandths((performance.now() - started) / 1000)
  if (json === true) await io.stdout.json({ ...compacted, seconds })
  else {
    const { before, after, snapshot } = compacted
    await io.stdout.write(
      `The ledger takes ${megabytesText(after)} (${megabytesText(before)} before), the index checkpoint ${megabytesText(snapshot)}; done in ${durationText(seconds)}.\n`,
    )
  }
}
