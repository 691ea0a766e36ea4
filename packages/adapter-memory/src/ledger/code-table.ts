import { RegistryError, type SupplierCode } from '@utpid/core'
import type { CodeEntry, RecordId } from '@utpid/core/storage'

interface CodesOfSupplier {
  /** The codes in the order of their first arrival. Entries are never removed, so positions are stable. */
  readonly entries: CodeEntry[]
  readonly places: Map<string, number>
}

/** The record of each supplier code. */
export class CodeTable {
  readonly #suppliers = new Map<string, CodesOfSupplier>()

  put({ supplier, code }: SupplierCode, recordId: RecordId): void {
    let known = this.#suppliers.get(supplier)
    if (known === undefined) {
      known = { entries: [], places: new Map() }
      this.#suppliers.set(supplier, known)
    }
    const { entries, places } = known
    const place = places.get(code)
    if (place === undefined) places.set(code, entries.push({ code, recordId }) - 1)
    else if (entries[place]?.recordId !== recordId) entries[place] = { code, recordId }
  }

  recordOf({ supplier, code }: SupplierCode): RecordId | undefined {
    const known = this.#suppliers.get(supplier)
    const place = known?.places.get(code)
    return place === undefined ? undefined : known?.entries[place]?.recordId
  }

  /**
   * Returns at most `limit` codes of a supplier after a code, in order of first arrival.
   *
   * @throws `validation_failed` for a code that the supplier never had, since this code has no position in the order.
   */
  after(supplier: string, code: string | undefined, limit: number): CodeEntry[] {
    const known = this.#suppliers.get(supplier)
    if (code === undefined) return known?.entries.slice(0, limit) ?? []
    const place = known?.places.get(code)
    if (place === undefined) {
      throw new RegistryError(
        'validation_failed',
        `after is "${code}", but ${supplier} has no such code. Start with undefined, then pass the last code of each page.`,
      )
    }
    return known?.entries.slice(place + 1, place + 1 + limit) ?? []
  }
}
