import { type Registry, requireUtpid, type SupplierCode } from '@utpid/core'
import { unknownCode } from '../../arguments/known-supplier.ts'
import { supplierCodeIn } from '../../arguments/parse-supplier-code.ts'
import { type Command, command } from '../../command/command.ts'
import { one } from '../../command/option.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { productText } from '../../render/product-text.ts'

export const getCommand: Command = command({
  name: 'get',
  about: 'Show a product with its records.',
  on: 'reading',
  arguments: { product: one('a UTPID in any case, with or without dashes and prefix, or supplier:code') },
  check({ product }) {
    if (supplierCodeIn(product) === undefined) requireUtpid(product)
  },
  async run({ registry, place, io, signal, given: { product: text } }) {
    const code = supplierCodeIn(text)
    const utpid = code === undefined ? text : await utpidOfCode(registry, code, shownPlace(place), signal)
    const product = await registry.get(utpid, { signal })
    if (product === undefined) throw await notActiveError(registry, utpid, shownPlace(place))
    if (code === undefined && requireUtpid(product.utpid) !== requireUtpid(text)) {
      await io.stderr.line(`${text} was merged into ${product.utpid}.`)
    }
    return product
  },
  text: (product) => productText(product),
})

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
