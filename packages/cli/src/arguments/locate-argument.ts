import { type CallOptions, type Registry, RegistryError } from '@utpid/core'
import { type LocatedText, locateText } from '@utpid/core/operations'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { unknownCode } from './known-supplier.ts'
import { parseSupplierCode } from './parse-supplier-code.ts'

/**
 * Finds the product of an argument: a UTPID, an alias or `supplier:code`, in this order.
 *
 * @throws {CliError} for a text with a colon that is none of these.
 * @throws {RegistryError} `validation_failed` for a text without a colon that is none of these.
 */
export async function locateArgument(registry: Registry, text: string, options: CallOptions): Promise<LocatedText> {
  try {
    return await locateText(registry, text, options)
  } catch (error) {
    if (text.includes(':') && error instanceof RegistryError && error.code === 'validation_failed') {
      parseSupplierCode(text)
    }
    throw error
  }
}

/**
 * Returns the UTPID or alias of an argument, for methods of the registry that take one. For `supplier:code`, returns the
 * UTPID of the current product.
 *
 * @param folder - The place of the registry, for messages.
 * @throws {CliError} also for an unknown code, and for a record in no product.
 */
export async function utpidOfArgument(
  registry: Registry,
  text: string,
  folder: string,
  options: CallOptions,
): Promise<string> {
  // A text without a colon is no supplier code. The method of the registry checks the text.
  if (!text.includes(':')) return text
  const { query, located } = await locateArgument(registry, text, options)
  if ('utpid' in query) return text
  if (located === undefined) throw await unknownCode(registry, query, folder)
  if (located.utpid !== null) return located.utpid
  const { supplier, code } = query
  throw new CliError(EXIT.notFound, `The record ${supplier}:${code} is ${located.status}: no product has it now.`)
}
