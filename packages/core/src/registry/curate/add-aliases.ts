import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Alias, ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { emptyCommit } from '../../storage/commit.ts'
import type { AliasRow, ProductRow } from '../../storage/rows.ts'
import { hasMoreCharacters } from '../../text/count-characters.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { retryOnConflict } from '../write/run-transaction.ts'
import { activeProduct } from './decide.ts'

/**
 * Assigns ids of an earlier scheme to products. An alias that already leads to its product stays unchanged.
 *
 * @param aliases - At most `LIMITS.idsPerRead` aliases.
 * @throws {@link RegistryError} `validation_failed` if an alias is a UTPID or leads to another product; also the error
 *   of an inactive UTPID. After an error, nothing is written.
 */
export function addAliases(context: RegistryContext, aliases: readonly Alias[]): Promise<{ readonly change: number }> {
  if (!Array.isArray(aliases)) throw validationError('addAliases takes a list of aliases.')
  if (aliases.length > LIMITS.idsPerRead) {
    throw new RegistryError('batch_too_large', `${aliases.length} aliases are more than ${LIMITS.idsPerRead} at once.`)
  }
  return context.writes.runExclusive(() =>
    retryOnConflict(context, async () => {
      const { ledger } = context
      const { change: base } = await ledger.head()
      const rows = new Map<string, AliasRow>()
      const products = new Map<ProductId, ProductRow>()
      for (const each of aliases) {
        const alias = checkedAlias(context, each)
        const product = await activeProduct(context, each.utpid)
        const { id: productId } = product
        const known = rows.get(alias)?.productId ?? (await leadsTo(context, alias))
        if (known !== undefined && known !== productId) {
          throw validationError(
            `The alias "${alias}" already belongs to ${context.format.format(known)} and cannot be changed.`,
          )
        }
        if (known !== undefined) continue
        rows.set(alias, { alias, productId })
        products.set(productId, product)
      }
      if (rows.size === 0) return { change: base }
      const lineage = await ledger.lineage([...products.keys()])
      const given = (id: ProductId): string[] =>
        [...rows.values()].filter(({ productId }) => productId === id).map(({ alias }) => alias)
      const empty = emptyCommit(now(context), base)
      const { change } = await ledger.commit({
        ...empty,
        preconditions: {
          ...empty.preconditions,
          products: [...products.values()].map(({ id, revision }) => [id, revision] as const),
          aliases: [...rows.keys()],
        },
        // This code writes the products again, so that two writers who add aliases to one product conflict.
        products: [...products.values()].map((row) => ({ ...row, revision: row.revision + 1 })),
        aliases: [...rows.values()],
        lineage: lineage.flatMap((row) =>
          row === undefined ? [] : [{ ...row, aliases: [...(row.aliases ?? []), ...given(row.id)] }],
        ),
      })
      return { change }
    }),
  )
}

/** Returns the current product to which an alias leads. */
async function leadsTo({ ledger }: RegistryContext, alias: string): Promise<number | undefined> {
  const [id] = await ledger.byAlias([alias])
  if (id === undefined) return undefined
  const [lineage] = await ledger.lineage([id])
  return lineage?.into ?? id
}

function checkedAlias({ format }: RegistryContext, given: Alias): string {
  if (typeof given !== 'object' || given === null) throw validationError('Each alias is an object: { alias, utpid }.')
  const { alias, utpid } = given
  const text = typeof alias === 'string' ? alias.trim() : ''
  if (text === '' || hasMoreCharacters(text, LIMITS.codeCharacters)) {
    throw validationError(`An alias has 1 to ${LIMITS.codeCharacters} characters.`)
  }
  if (format.parse(text) !== undefined) {
    throw validationError(`"${text}" looks like a UTPID, so it cannot be an alias of ${utpid}.`)
  }
  return text
}
