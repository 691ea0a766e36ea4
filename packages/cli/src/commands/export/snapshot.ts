import type { Command } from 'commander'
import { checkOutput } from '../../command/check-output.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { openMaintained } from '../../place/open-registry.ts'
import { durationText, megabytesText, thousandths, whole } from '../../text/number-text.ts'

interface PackageFlags extends DataFlags, JsonFlags {
  readonly out: string
}

export function addSnapshotCommand(program: Command, io: Io): void {
  const command = program
    .command('snapshot')
    .description('Write the registry of a folder as a registry package: one file that opens read-only on any machine.')
    .requiredOption('--out <file>', 'the file, for example registry.utpid')
  addCommonOptions(command).action((flags: PackageFlags) => writePackage(flags, io))
}

async function writePackage({ data, out, json }: PackageFlags, io: Io): Promise<void> {
  const started = performance.now()
  const storage = await openMaintained(data, io.stderr)
  try {
    checkOutput({ option: '--out', path: out, inputs: [], data })
    const { change, bytes } = await storage.writePackage(out, { signal: io.signal })
    const seconds = thousandths((performance.now() - started) / 1000)
    if (json === true) return await io.stdout.json({ out, change, bytes, seconds })
    await io.stdout.write(
      `${out} is the registry as of change ${whole(change)}, ${megabytesText(bytes)}; done in ${durationText(seconds)}.\n`,
    )
  } finally {
    await storage.close()
  }
}
