import { identifyingText } from '../../ingest/parse-record.ts'
import { LIMITS } from '../../model/limits.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { hasMoreCharacters } from '../../text/count-characters.ts'
import { describe } from '../context/check-arguments.ts'
import { readSupplierCode } from '../records/read-supplier-code.ts'
import type { ConcordanceEntry } from './concordance.ts'

/** Returns the code and the set of an entry, or the reason why the entry cannot be used. */
export function readEntry(
  entry: unknown,
  supplier: string | undefined,
): (SupplierCode & { readonly set: string }) | string {
  if (typeof entry !== 'object' || entry === null) {
    return `An entry must be { supplier, code, set }; this is ${describe(entry)}.`
  }
  const { set: given, ...rest } = entry as Partial<Record<keyof ConcordanceEntry, unknown>>
  const code = readSupplierCode({ ...rest, supplier: rest.supplier ?? supplier })
  if (code === undefined) return 'The entry has no valid supplier or code.'
  const set = identifyingText(given)
  if (set === undefined) return `The code ${code.supplier}:${code.code} has no set.`
  const isLong = [code.code, set].some((text) => hasMoreCharacters(text, LIMITS.codeCharacters))
  return isLong ? `A code or a set has more than ${LIMITS.codeCharacters} characters.` : { ...code, set }
}
