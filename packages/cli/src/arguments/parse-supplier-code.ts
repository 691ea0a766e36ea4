import { parseSupplierId, type SupplierCode } from '@utpid/core'
import { usageError } from '../errors/cli-error.ts'

/**
 * Parses `bedbank:12345`. Everything after the first colon is the code, since a supplier id has no colon.
 *
 * @throws {CliError} when the text does not have this form.
 */
export function parseSupplierCode(text: string): SupplierCode {
  const colon = text.indexOf(':')
  const supplier = parseSupplierId(text.slice(0, Math.max(0, colon)))
  const code = text.slice(colon + 1).trim()
  if (supplier !== undefined && code !== '') return { supplier, code }
  throw usageError(`"${text}" is not a record; write supplier:code, for example bedbank:12345.`)
}
