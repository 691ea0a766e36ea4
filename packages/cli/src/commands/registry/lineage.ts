import type { Registry } from '@utpid/core'
import type { Lineage } from '@utpid/core/operations'
import { type Command, InvalidArgumentError } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { lineageText } from '../../render/lineage-text.ts'

interface LineageFlags extends DataFlags, JsonFlags {
  readonly at?: string
}

/** Maximum UTPIDs in one tree; a chain of merges is rarely longer than three. */
const UTPIDS_DRAWN = 50

export function addLineageCommand(program: Command, io: Io): void {
  const command = program
    .command('lineage')
    .description('Show the lineage of a UTPID: merges, splits, and its product, now or at another time.')
    .argument('<utpid>', 'a UTPID, or an identifier of an earlier scheme')
    .option('--at <time>', 'as of this time, ISO 8601: 2026-03-01, or 2026-03-01T14:05:00Z', timeOption)
  addCommonOptions(command).action((utpid: string, flags: LineageFlags) => showLineage(utpid, flags, io))
}

async function showLineage(utpid: string, flags: LineageFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  const options = { signal: io.signal, ...(flags.at === undefined ? {} : { at: flags.at }) }
  const lineage = await registry.lineage(utpid, options)
  if (lineage === undefined) {
    throw new CliError(EXIT.notFound, `${shownPlace(flags.data)} has never had a product with the id ${utpid}.`)
  }
  if (flags.json === true) await io.stdout.json(lineage)
  else await io.stdout.write(lineageText(lineage, await othersOf(registry, lineage, options)))
}

/** Reads the lineages of the UTPIDs that entries name, recursively. */
async function othersOf(
  registry: Registry,
  root: Lineage,
  options: Parameters<Registry['lineage']>[1],
): Promise<ReadonlyMap<string, Lineage>> {
  const found = new Map<string, Lineage>([[root.utpid, root]])
  for (const { steps } of found.values()) {
    for (const { other } of steps) {
      if (other === undefined || found.has(other) || found.size >= UTPIDS_DRAWN) continue
      const lineage = await registry.lineage(other, options)
      if (lineage !== undefined) found.set(other, lineage)
    }
  }
  return found
}

function timeOption(text: string): string {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined
  if (time !== undefined && !Number.isNaN(time.getTime())) return time.toISOString()
  throw new InvalidArgumentError('Write it as 2026-03-01 or 2026-03-01T14:05:00Z.')
}
