import { parseSupplierId, type Registry } from '@utpid/core'
import { CliError } from './cli-error.ts'
import { didYouMean } from './did-you-mean.ts'
import { EXIT } from './exit-codes.ts'

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
