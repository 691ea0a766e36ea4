import { GOLDEN_FIELDS, valueAt } from '../fields/field-paths.ts'
import type { RecordRow } from '../storage/rows.ts'
import type { SurvivorshipRule } from './survivorship-rules.ts'

/**
 * A record with its rank by each rule; a higher rank is better. The rank is 0 for rules that depend on the value:
 * agreement, longest and union.
 */
export interface RankedRecord {
  readonly row: RecordRow
  readonly ranks: readonly number[]
}

/** The records of a product, sorted by survivorship rules. */
export class RecordRanking {
  readonly #records: readonly RecordRow[]
  readonly #priorityOf: (supplier: string) => number
  readonly #sorted = new Map<readonly SurvivorshipRule[], readonly RankedRecord[]>()

  constructor(records: readonly RecordRow[], priorityOf: (supplier: string) => number) {
    this.#records = records
    this.#priorityOf = priorityOf
  }

  /** Returns the records in the order of the rules, best first. Equal records are sorted by supplier and code. */
  by(order: readonly SurvivorshipRule[]): readonly RankedRecord[] {
    const known = this.#sorted.get(order)
    if (known !== undefined) return known
    const sorted = this.#sort(order)
    this.#sorted.set(order, sorted)
    return sorted
  }

  #sort(order: readonly SurvivorshipRule[]): readonly RankedRecord[] {
    const [first, ...others] = this.#records
    // Most products have one record, so its rank does not matter.
    if (first !== undefined && others.length === 0) return [{ row: first, ranks: [] }]
    return this.#records
      .map((row): RankedRecord => ({ row, ranks: order.map((rule) => rankBy(rule, row, this.#priorityOf)) }))
      .sort(compareRanked)
  }
}

function rankBy(
  rule: SurvivorshipRule,
  { record, updatedAt }: RecordRow,
  priorityOf: (supplier: string) => number,
): number {
  if (typeof rule === 'object') {
    const at = rule.suppliers.indexOf(record.supplier)
    return at === -1 ? Number.NEGATIVE_INFINITY : -at
  }
  switch (rule) {
    case 'priority':
      return priorityOf(record.supplier)
    case 'completeness':
      return GOLDEN_FIELDS.filter(({ path }) => valueAt(record, path) !== undefined).length
    case 'newest':
      return Date.parse(updatedAt)
    default:
      return 0
  }
}

function compareRanked(a: RankedRecord, b: RankedRecord): number {
  for (const [at, rank] of a.ranks.entries()) {
    const other = b.ranks[at] as number
    if (other !== rank) return other > rank ? 1 : -1
  }
  return orderOf(a.row) < orderOf(b.row) ? -1 : 1
}

function orderOf({ record }: RecordRow): string {
  return `${record.supplier}\u0000${record.code}`
}
