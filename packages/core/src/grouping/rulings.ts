import type { RecordId, RulingRow } from '../storage/rows.ts'

/** People's rulings on some records, as they will be after a step. Those that were withdrawn count for nothing. */
export class Rulings {
  readonly #rows = new Map<string, RulingRow>()
  readonly #ruled = new Set<RecordId>()
  readonly #different = new Set<string>()
  readonly #same: RulingRow[] = []

  /** @param rows - Stored ones, then those of the step, which replace them. */
  constructor(rows: Iterable<RulingRow>) {
    for (const row of rows) this.#rows.set(pairOf(row.a, row.b), row)
    for (const [pair, { a, b, verdict, withdrawnAt }] of this.#rows) {
      if (withdrawnAt !== undefined) continue
      this.#ruled.add(a).add(b)
      if (verdict === 'different') this.#different.add(pair)
      else this.#same.push(this.#rows.get(pair) as RulingRow)
    }
  }

  /** How many count. */
  get size(): number {
    return this.#same.length + this.#different.size
  }

  get same(): readonly RulingRow[] {
    return this.#same
  }

  /** The rulings of different that count. */
  *different(): Iterable<RulingRow> {
    for (const pair of this.#different) yield this.#rows.get(pair) as RulingRow
  }

  /** Whether any ruling that counts is about the record. */
  isRuled(id: RecordId): boolean {
    return this.#ruled.has(id)
  }

  areDifferent(a: RecordId, b: RecordId): boolean {
    return this.#different.size > 0 && this.#ruled.has(a) && this.#ruled.has(b) && this.#different.has(pairOf(a, b))
  }

  /** The ruling on a pair, also a withdrawn one. */
  of(a: RecordId, b: RecordId): RulingRow | undefined {
    return this.#rows.get(pairOf(a, b))
  }
}

function pairOf(a: RecordId, b: RecordId): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`
}
