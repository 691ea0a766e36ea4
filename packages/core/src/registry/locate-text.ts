import type { Located } from '../model/product.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { CallOptions } from './context/check-signal.ts'
import type { LocateQuery } from './read/read-products.ts'
import { readSupplierCode } from './records/read-supplier-code.ts'
import type { Registry } from './registry.ts'

/** The meaning of a text, and the current product. */
export interface LocatedText {
  /** The text as a UTPID or alias, or as a supplier code. */
  readonly query: LocateQuery
  /** Undefined if the identifier never existed. */
  readonly located: Located | undefined
}

/**
 * Finds the current product of a text: a UTPID, an alias or `supplier:code`, in this order. The order matters because an
 * alias may contain a colon.
 *
 * @throws {@link RegistryError} `validation_failed` if the text is none of these.
 */
export async function locateText(
  registry: Pick<Registry, 'locate'>,
  text: string,
  options: CallOptions = {},
): Promise<LocatedText> {
  const code = supplierCodeIn(text)
  try {
    const located = await registry.locate({ utpid: text }, options)
    if (located !== undefined || code === undefined) return { query: { utpid: text }, located }
  } catch (error) {
    if (code === undefined || !(error instanceof RegistryError) || error.code !== 'validation_failed') throw error
  }
  return { query: code, located: await registry.locate(code, options) }
}

/** Parses `supplier:code`. A supplier id has no colon, so all text after the first colon is the code. */
function supplierCodeIn(text: string): LocateQuery | undefined {
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : readSupplierCode({ supplier: text.slice(0, colon), code: text.slice(colon + 1) })
}
