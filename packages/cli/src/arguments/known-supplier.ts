import { parseSupplierId, type Registry, type SupplierCode } from '@utpid/core'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { didYouMean } from '../text/did-you-mean.ts'

/** @throws {CliError} when the registry has no supplier of this id, with the one that was meant. */
export async function requireSupplier(registry: Registry, id: string): Promise<void> {
  const known = (await registry.suppliers()).map((supplier) => supplier.id)
  const wanted = parseSupplierId(id) ?? id
  if (known.includes(wanted)) return
  const hint = didYouMean(wanted, known)
  throw new CliError(
    EXIT.notFound,
    `There is no supplier "${id}"${hint === '' ? '; "utpid suppliers" lists them.' : hint}`,
  )
}

/**
 * The error of a code that nothing was ever known by.
 *
 * @throws {CliError} when the registry does not even know the supplier.
 */
export async function unknownCode(
  registry: Registry,
  { supplier, code }: SupplierCode,
  folder: string,
): Promise<CliError> {
  await requireSupplier(registry, supplier)
  return new CliError(EXIT.notFound, `Nothing in ${folder} was ever known by the code ${code} of ${supplier}.`)
}
