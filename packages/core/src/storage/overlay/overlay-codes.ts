import type { SupplierCode } from '../../model/supplier-record.ts'
import type { CodeEntry } from '../ledger.ts'
import type { RecordId } from '../rows.ts'

interface CodesOfSupplier {
  /** The codes in the order of their arrival. */
  readonly entries: CodeEntry[]
  readonly positions: Map<string, number>
}

/** The codes of new records. */
export class OverlayCodes {
  readonly #suppliers = new Map<string, CodesOfSupplier>()

  put({ supplier, code }: SupplierCode, recordId: RecordId): void {
    let codes = this.#suppliers.get(supplier)
    if (codes === undefined) {
      codes = { entries: [], positions: new Map() }
      this.#suppliers.set(supplier, codes)
    }
    codes.positions.set(code, codes.entries.push({ code, recordId }) - 1)
  }

  recordOf({ supplier, code }: SupplierCode): RecordId | undefined {
    const codes = this.#suppliers.get(supplier)
    const position = codes?.positions.get(code)
    return position === undefined ? undefined : codes?.entries[position]?.recordId
  }

  /** Returns at most `limit` codes of a supplier after a code; the first codes if it is undefined. */
  after(supplier: string, code: string | undefined, limit: number): CodeEntry[] {
    const codes = this.#suppliers.get(supplier)
    if (codes === undefined) return []
    const from = code === undefined ? 0 : (codes.positions.get(code) as number) + 1
    return codes.entries.slice(from, from + limit)
  }
}
