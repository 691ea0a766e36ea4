import { parseUtpid, type Registry } from '@utpid/core'
import { utpidOfArgument } from '../../arguments/locate-argument.ts'
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
  arguments: {
    product: one(
      'a UTPID in any case, with or without dashes and prefix, an identifier of an earlier scheme, or supplier:code',
    ),
  },
  async run({ registry, place, io, signal, given: { product: text } }) {
    const utpid = await utpidOfArgument(registry, text, shownPlace(place), { signal })
    const product = await registry.get(utpid, { signal })
    if (product === undefined) throw await notActiveError(registry, utpid, shownPlace(place))
    const asked = parseUtpid(text)
    if (asked !== undefined && asked !== parseUtpid(product.utpid)) {
      await io.stderr.line(`${text} was merged into ${product.utpid}.`)
    }
    return product
  },
  text: (product) => productText(product),
})

async function notActiveError(registry: Registry, utpid: string, folder: string): Promise<CliError> {
  const located = await registry.locate({ utpid })
  const message =
    located === undefined
      ? `${folder} has never had a product with the UTPID ${utpid}; "utpid search" finds products by name.`
      : `${utpid} is ${located.status}: no product has it now.`
  return new CliError(EXIT.notFound, message)
}
