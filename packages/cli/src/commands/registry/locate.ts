import type { SupplierCode } from '@utpid/core'
import type { Located } from '@utpid/core/operations'
import { unknownCode, unknownId } from '../../arguments/known-supplier.ts'
import { locateArgument } from '../../arguments/locate-argument.ts'
import { type Command, command } from '../../command/command.ts'
import { optional, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { addressText } from '../../render/place-text.ts'
import { printable } from '../../text/printable.ts'

interface LocateGiven {
  readonly product: string | undefined
  readonly supplier?: string
  readonly code?: string
}

export const locateCommand: Command = command({
  name: 'locate',
  about: 'Find the current product of a UTPID, an alias or a supplier code.',
  on: 'reading',
  arguments: {
    product: optional('a UTPID (also a merged one), an identifier of an earlier scheme, or supplier:code'),
  },
  options: {
    supplier: text('id', 'the supplier of the code'),
    code: text('code', "the supplier's code of the product"),
  },
  check: (given) => void askedOf(given),
  async run({ registry, place, signal, given }) {
    const asked = askedOf(given)
    const { query, located } =
      typeof asked === 'string'
        ? await locateArgument(registry, asked, { signal })
        : { query: asked, located: await registry.locate(asked, { signal }) }
    if (located !== undefined) return located
    if ('supplier' in query) throw await unknownCode(registry, query, shownPlace(place))
    throw unknownId(shownPlace(place), query.utpid)
  },
  async text(located, { registry, signal }) {
    const found = located.utpid === null ? undefined : await registry.get(located.utpid, { signal })
    const lines = [describe(located)]
    if (found !== undefined) {
      lines.push(printable(`  ${found.name}  (${found.category})   ${addressText(found.location)}`))
    }
    return lines.map((line) => `${line}\n`).join('')
  },
})

function askedOf({ product, supplier, code }: LocateGiven): string | SupplierCode {
  if (product !== undefined && supplier === undefined && code === undefined) return product
  if (product === undefined && supplier !== undefined && code !== undefined) return { supplier, code }
  throw usageError('Use either a UTPID (or alias) or supplier:code, or --supplier ID and --code CODE together.')
}

function describe({ status, requested, utpid }: Located): string {
  if (utpid === null) return `${requested ?? 'The record'} is ${status}: no product has it now.`
  return requested === null || requested === utpid
    ? `${utpid}  ${status}`
    : `${utpid}  (${requested} was merged into it)`
}
