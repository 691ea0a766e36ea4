import { type Registry, RegistryError } from '@utpid/core'
import type { Located, LocateQuery } from '@utpid/core/operations'
import type { Command } from 'commander'
import { unknownCode } from '../../arguments/known-supplier.ts'
import { supplierCodeIn } from '../../arguments/parse-supplier-code.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openForReading } from '../../place/open-registry.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { addressText } from '../../render/place-text.ts'
import { printable } from '../../text/printable.ts'

interface LocateFlags extends DataFlags, JsonFlags {
  readonly supplier?: string
  readonly code?: string
}

export function addLocateCommand(program: Command, io: Io): void {
  const command = program
    .command('locate')
    .description('Find the current product of a UTPID, an alias or a supplier code.')
    .argument('[product]', 'a UTPID (also a merged one), an identifier of an earlier scheme, or supplier:code')
    .option('--supplier <id>', 'the supplier of the code')
    .option('--code <code>', "the supplier's code of the product")
  addCommonOptions(command).action((product: string | undefined, flags: LocateFlags) => locate(product, flags, io))
}

async function locate(product: string | undefined, flags: LocateFlags, io: Io): Promise<void> {
  const query = queryOf(product, flags)
  await using registry = await openForReading(flags.data, io.stderr)
  const { signal } = io
  const located = (await registry.locate(query, { signal })) ?? (await locateAlias(registry, product, signal))
  if (located === undefined) {
    if ('supplier' in query) throw await unknownCode(registry, query, shownPlace(flags.data))
    throw new CliError(EXIT.notFound, `${shownPlace(flags.data)} has never had a product with the id ${query.utpid}.`)
  }
  if (flags.json === true) return io.stdout.json(located)
  const found = located.utpid === null ? undefined : await registry.get(located.utpid, { signal })
  await io.stdout.line(describe(located))
  if (found !== undefined) {
    await io.stdout.line(printable(`  ${found.name}  (${found.category})   ${addressText(found.location)}`))
  }
}

/** An alias may contain a colon, although it is not `supplier:code`. */
async function locateAlias(
  registry: Registry,
  text: string | undefined,
  signal: AbortSignal,
): Promise<Located | undefined> {
  if (text?.includes(':') !== true) return undefined
  try {
    return await registry.locate({ utpid: text }, { signal })
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'validation_failed') return undefined
    throw error
  }
}

function queryOf(product: string | undefined, { supplier, code }: LocateFlags): LocateQuery {
  if (product !== undefined && supplier === undefined && code === undefined) {
    return supplierCodeIn(product) ?? { utpid: product }
  }
  if (product === undefined && supplier !== undefined && code !== undefined) return { supplier, code }
  throw new CliError(
    EXIT.usage,
    'Use either a UTPID (or alias) or supplier:code, or --supplier ID and --code CODE together.',
  )
}

function describe({ status, asked, utpid }: Located): string {
  if (utpid === null) return `${asked ?? 'The record'} is ${status}: no product has it now.`
  return asked === null || asked === utpid ? `${utpid}  ${status}` : `${utpid}  (${asked} was merged into it)`
}
