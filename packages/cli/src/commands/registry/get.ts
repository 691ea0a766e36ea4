import { type Registry, requireUtpid, type SupplierCode } from '@utpid/core'
import type { Command } from 'commander'
import { unknownCode } from '../../arguments/known-supplier.ts'
import { supplierCodeIn } from '../../arguments/parse-supplier-code.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openForReading } from '../../place/open-registry.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { productText } from '../../render/product-text.ts'

export function addGetCommand(program: Command, io: Io): void {
  const command = program
    .command('get')
    .description('Show a product with its records.')
    .argument('<product>', 'a UTPID in any case, with or without dashes and prefix, or supplier:code')
  addCommonOptions(command).action((product: string, flags: DataFlags & JsonFlags) => getProduct(product, flags, io))
}

async function getProduct(text: string, flags: DataFlags & JsonFlags, io: Io): Promise<void> {
  const code = supplierCodeIn(text)
  const asked = code === undefined ? requireUtpid(text) : undefined
  await using registry = await openForReading(flags.data, io.stderr)
  const { signal } = io
  const utpid = code === undefined ? text : await utpidOfCode(registry, code, shownPlace(flags.data), signal)
  const product = await registry.get(utpid, { signal })
  if (product === undefined) throw await notActiveError(registry, utpid, shownPlace(flags.data))
  if (asked !== undefined && requireUtpid(product.utpid) !== asked) {
    await io.stderr.line(`${text} was merged into ${product.utpid}.`)
  }
  if (flags.json === true) await io.stdout.json(product)
  else await io.stdout.write(productText(product))
}

/** @throws {CliError} when the code is unknown, or when its record is in no product now. */
async function utpidOfCode(
  registry: Registry,
  { supplier, code }: SupplierCode,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const located = await registry.locate({ supplier, code }, { signal })
  if (located === undefined) throw await unknownCode(registry, { supplier, code }, folder)
  if (located.utpid !== null) return located.utpid
  throw new CliError(EXIT.notFound, `The record ${supplier}:${code} is ${located.status}: no product has it now.`)
}

async function notActiveError(registry: Registry, utpid: string, folder: string): Promise<CliError> {
  const located = await registry.locate({ utpid })
  const message =
    located === undefined
      ? `${folder} has never had a product with the UTPID ${utpid}; "utpid search" finds products by name.`
      : `${utpid} is ${located.status}: no product has it now.`
  return new CliError(EXIT.notFound, message)
}
