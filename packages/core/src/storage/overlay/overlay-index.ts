import type { ProductId } from '../../model/utpid.ts'
import type {
  CandidateColumns,
  IndexChange,
  IndexRecord,
  KeyLookup,
  RegistryIndex,
  SkippedKey,
} from '../registry-index.ts'
import type { BlockingKey, ChangeNumber, RecordId } from '../rows.ts'
import { type CandidateRow, columnsOfRows, keyPositions, rowsOfLookup } from './candidate-rows.ts'

/** Records that replace records of a base index, which is only read. It finds candidates, but not products. */
export class OverlayIndex implements RegistryIndex {
  readonly #base: RegistryIndex
  /** The new state of each changed record; undefined for a record that became inactive. */
  readonly #records = new Map<RecordId, IndexRecord | undefined>()
  /** The products of records that only moved to another product. */
  readonly #moved = new Map<RecordId, ProductId>()
  readonly #holders = new Map<BlockingKey, Set<RecordId>>()
  /** For each key, the number of replaced records that have it in the base. */
  readonly #replaced = new Map<BlockingKey, number>()
  /** Absent if the base has no such method. */
  readonly features?: NonNullable<RegistryIndex['features']>

  constructor(base: RegistryIndex) {
    this.#base = base
    if (base.features === undefined) return
    this.features = async (ids) => {
      const stored = (await base.features?.(ids)) ?? []
      return ids.map((id, at) => (this.#records.has(id) ? this.#records.get(id)?.features : stored[at]))
    }
  }

  /** Hides a record of the base. Call it once for each record that the overlay replaces. */
  replace(keys: readonly BlockingKey[]): void {
    for (const key of keys) this.#replaced.set(key, (this.#replaced.get(key) ?? 0) + 1)
  }

  applyNow({ records, moved, removedRecords }: IndexChange): void {
    for (const record of records) {
      this.#release(record.id)
      this.#records.set(record.id, record)
      for (const key of record.keys) {
        const holders = this.#holders.get(key)
        if (holders === undefined) this.#holders.set(key, new Set([record.id]))
        else holders.add(record.id)
      }
    }
    for (const [id, productId] of moved) {
      const own = this.#records.get(id)
      if (own === undefined) this.#moved.set(id, productId)
      else this.#records.set(id, { ...own, productId })
    }
    for (const id of removedRecords) {
      this.#release(id)
      this.#records.set(id, undefined)
    }
  }

  clear(): void {
    this.#records.clear()
    this.#moved.clear()
    this.#holders.clear()
    this.#replaced.clear()
  }

  async candidates(lookups: readonly KeyLookup[], recordsPerKey: number): Promise<CandidateColumns> {
    const base = await this.#base.candidates(
      lookups.map((lookup) => this.#baseLookup(lookup, recordsPerKey)),
      recordsPerKey,
    )
    if (this.#records.size === 0 && this.#moved.size === 0) return base
    const rows: CandidateRow[] = []
    const offsets = new Uint32Array(lookups.length + 1)
    const skippedKeys: SkippedKey[] = []
    const skippedInBase = new Map<number, SkippedKey[]>()
    for (const skipped of base.skippedKeys) {
      const others = skippedInBase.get(skipped.lookup)
      if (others === undefined) skippedInBase.set(skipped.lookup, [skipped])
      else others.push(skipped)
    }
    for (const [at, lookup] of lookups.entries()) {
      const found = this.#merged(lookup, at, rowsOfLookup(base, at), skippedInBase.get(at) ?? [], recordsPerKey)
      rows.push(...found.rows)
      skippedKeys.push(...found.skippedKeys)
      offsets[at + 1] = rows.length
    }
    return { offsets, ...columnsOfRows(rows), skippedKeys }
  }

  /** Returns the lookup in the base. The replaced records must not make a key exceed its limit. */
  #baseLookup(lookup: KeyLookup, recordsPerKey: number): KeyLookup {
    const { keys, limits } = lookup
    if (!keys.some((key) => this.#replaced.has(key))) return lookup
    return {
      keys,
      limits: keys.map((key, at) => (limits?.[at] ?? recordsPerKey) + (this.#replaced.get(key) ?? 0)),
    }
  }

  #merged(
    { keys, limits }: KeyLookup,
    lookup: number,
    stored: readonly CandidateRow[],
    skipped: readonly SkippedKey[],
    recordsPerKey: number,
  ): { rows: CandidateRow[]; skippedKeys: SkippedKey[] } {
    const rows = new Map<RecordId, CandidateRow>()
    for (const row of stored) {
      if (this.#records.has(row.id)) continue
      rows.set(row.id, { ...row, productId: this.#moved.get(row.id) ?? row.productId })
    }
    for (const [position, key] of keys.entries()) {
      for (const id of this.#holders.get(key) ?? []) {
        const { productId, features } = this.#records.get(id) as IndexRecord
        const row = rows.get(id) ?? { id, productId, features, low: 0, high: 0 }
        if (position < 32) row.low |= 1 << position
        else row.high |= 1 << (position - 32)
        rows.set(id, row)
      }
    }
    const counts = new Array<number>(keys.length).fill(0)
    for (const row of rows.values())
      for (const position of keyPositions(row)) counts[position] = countAt(counts, position) + 1
    for (const { key, records } of skipped) {
      const position = keys.indexOf(key)
      counts[position] = countAt(counts, position) + records - (this.#replaced.get(key) ?? 0)
    }
    const skippedKeys: SkippedKey[] = []
    let low = 0
    let high = 0
    for (const [position, key] of keys.entries()) {
      const records = countAt(counts, position)
      if (records > (limits?.[position] ?? recordsPerKey)) skippedKeys.push({ lookup, key, records })
      else if (position < 32) low |= 1 << position
      else high |= 1 << (position - 32)
    }
    const used = [...rows.values()].map((row) => ({ ...row, low: row.low & low, high: row.high & high }))
    return {
      rows: used.filter((row) => row.low !== 0 || row.high !== 0).sort((a, b) => a.id - b.id),
      skippedKeys,
    }
  }

  /** Removes the keys of the overlay's version of a record. */
  #release(id: RecordId): void {
    this.#moved.delete(id)
    for (const key of this.#records.get(id)?.keys ?? []) {
      const holders = this.#holders.get(key)
      if (holders?.delete(id) && holders.size === 0) this.#holders.delete(key)
    }
  }

  at(): Promise<ChangeNumber> {
    return this.#base.at()
  }

  async apply(): Promise<void> {
    throw unsupported()
  }

  async search(): Promise<never> {
    throw unsupported()
  }

  async expand(): Promise<never> {
    throw unsupported()
  }
}

function countAt(counts: readonly number[], position: number): number {
  return counts[position] ?? 0
}

function unsupported(): Error {
  return new Error('The index of an overlay finds only candidates.')
}
