import { type CodeEntry, type RecordId, RegistryError, type SupplierCode } from '@utpid/core'

interface CodesOfSupplier {
  /** As they came first; none ever goes, so that a place in the list stays. */
  readonly entries: CodeEntry[]
  readonly places: Map<string, number>
}

/** Which record each supplier's code belongs to. */
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
   * At most `limit` codes of a supplier after one, in the order in which they came.
   *
   * @throws `validation_failed` for a code that the supplier never had: it has no place in that order.
   */
  after(supplier: string, code: string | undefined, limit: number): CodeEntry[] {
    const known = this.#suppliers.get(supplier)
    if (code === undefined) return known?.entries.slice(0, limit) ?? []
    const place = known?.places.get(code)
    if (place === undefined) {
      throw new RegistryError(
        'validation_failed',
        `after is "${code}", which is no code of ${supplier} here; give undefined to begin, then the last one seen.`,
      )
    }
    return known?.entries.slice(place + 1, place + 1 + limit) ?? []
  }
}
