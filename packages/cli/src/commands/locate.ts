import type { Located, LocateQuery } from '@utpid/core'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../common-options.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { requireSupplier } from '../known-supplier.ts'
import { openForReading } from '../open-registry.ts'
import { addressText } from '../place-text.ts'
import { printable } from '../printable.ts'
import { shownPlace } from '../storage-place.ts'

interface LocateFlags extends DataFlags, JsonFlags {
  readonly supplier?: string
  readonly code?: string
}

export function addLocateCommand(program: Command, io: Io): void {
  const command = program
    .command('locate')
    .description('Find the product that a UTPID, an alias or a supplier code leads to today.')
    .argument('[utpid]', 'a UTPID, also one that was merged, or an identifier of an earlier scheme')
    .option('--supplier <id>', 'the supplier of the code')
    .option('--code <code>', 'what the supplier calls the product')
  addCommonOptions(command).action((utpid: string | undefined, flags: LocateFlags) => locate(utpid, flags, io))
}

async function locate(utpid: string | undefined, flags: LocateFlags, io: Io): Promise<void> {
  const query = queryOf(utpid, flags)
  await using registry = await openForReading(flags.data, io.stderr)
  const { signal } = io
  const located = await registry.locate(query, { signal })
  if (located === undefined) {
    if ('supplier' in query) await requireSupplier(registry, query.supplier)
    const what = 'utpid' in query ? query.utpid : `the code ${query.code} of ${query.supplier}`
    throw new CliError(EXIT.notFound, `Nothing in ${shownPlace(flags.data)} was ever known by ${what}.`)
  }
  if (flags.json === true) return io.stdout.json(located)
  const product = located.utpid === null ? undefined : await registry.get(located.utpid, { signal })
  await io.stdout.line(describe(located))
  if (product !== undefined) {
    await io.stdout.line(printable(`  ${product.name}  (${product.category})   ${addressText(product.location)}`))
  }
}

function queryOf(utpid: string | undefined, { supplier, code }: LocateFlags): LocateQuery {
  if (utpid !== undefined && supplier === undefined && code === undefined) return { utpid }
  if (utpid === undefined && supplier !== undefined && code !== undefined) return { supplier, code }
  throw new CliError(EXIT.usage, 'Give either a UTPID (or alias), or --supplier ID and --code CODE together.')
}

function describe({ status, asked, utpid }: Located): string {
  if (utpid === null) return `${asked ?? 'The record'} is ${status}: no product has it now.`
  return asked === null || asked === utpid ? `${utpid}  ${status}` : `${utpid}  (${asked} was merged into it)`
}
