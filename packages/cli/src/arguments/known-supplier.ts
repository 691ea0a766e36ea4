import { parseSupplierId, type Registry, type SupplierCode } from '@utpid/core'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { didYouMean } from '../text/did-you-mean.ts'

/** @throws {CliError} when the registry has no supplier with this id; the message suggests a similar one. */
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
 * Returns the error for a code that the registry has never had.
 *
 * @throws {CliError} when the supplier is unknown, too.
 */
export async function unknownCode(
  registry: Registry,
  { supplier, code }: SupplierCode,
  folder: string,
): Promise<CliError> {
  await requireSupplier(registry, supplier)
  return new CliError(EXIT.notFound, `${folder} has never had a record with the code ${code} of ${supplier}.`)
}

/** Returns the error for an id that the registry has never had. */
export function unknownId(folder: string, id: string): CliError {
  return new CliError(EXIT.notFound, `${folder} has never had a product with the id ${id}.`)
}
