import { type Registry, requireUtpid } from '@utpid/core'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../common-options.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { openForReading } from '../open-registry.ts'
import { productText } from '../product-text.ts'
import { shownPlace } from '../storage-place.ts'

export function addGetCommand(program: Command, io: Io): void {
  const command = program
    .command('get')
    .description('Show a product with its records.')
    .argument('<utpid>', 'in any case, with or without dashes and prefix')
  addCommonOptions(command).action((utpid: string, flags: DataFlags & JsonFlags) => getProduct(utpid, flags, io))
}

async function getProduct(text: string, flags: DataFlags & JsonFlags, io: Io): Promise<void> {
  const asked = requireUtpid(text)
  await using registry = await openForReading(flags.data, io.stderr)
  const product = await registry.get(text, { signal: io.signal })
  if (product === undefined) throw await goneOrUnknown(registry, text, shownPlace(flags.data))
  if (requireUtpid(product.utpid) !== asked) {
    await io.stderr.line(`${text} was merged into ${product.utpid}.`)
  }
  if (flags.json === true) await io.stdout.json(product)
  else await io.stdout.write(productText(product))
}

async function goneOrUnknown(registry: Registry, utpid: string, folder: string): Promise<CliError> {
  const located = await registry.locate({ utpid })
  const message =
    located === undefined
      ? `No product of ${folder} ever had the UTPID ${utpid}; "utpid search" finds products by name.`
      : `${utpid} is ${located.status}: no product has it now.`
  return new CliError(EXIT.notFound, message)
}
