import type { Repair } from '@utpid/core'
import type { RepairCode } from '@utpid/core/operations'
import type { LineOutcome } from '../import/import-feed.ts'

/** A record with repairs. */
export interface RepairedRecord {
  readonly file: string
  readonly line: number
  readonly supplier: string
  readonly code: string
  readonly repair: Repair
}

/** Repairs in order of preference, most instructive first. */
const PREFERRED_CODES: readonly RepairCode[] = [
  'coordinates_swapped',
  'coordinates_sign_flipped',
  'encoding_repaired',
  'entity_decoded',
  'postcode_zero_restored',
  'stars_from_name',
  'coordinates_imprecise',
  'country_derived',
]

/** Keeps one record for each kind of repair during the import of feeds. */
export class RepairedRecords {
  readonly #byCode = new Map<RepairCode, RepairedRecord>()
  readonly #counts = new Map<RepairCode, number>()

  add(file: string, outcome: LineOutcome): void {
    if (outcome.outcome === 'unreadable' || outcome.outcome === 'rejected') return
    const { line, supplier, code } = outcome
    for (const repair of outcome.repairs) {
      this.#counts.set(repair.code, (this.#counts.get(repair.code) ?? 0) + 1)
      if (!this.#byCode.has(repair.code)) this.#byCode.set(repair.code, { file, line, supplier, code, repair })
    }
  }

  /** Returns the count of each repair, highest first. */
  counts(): (readonly [RepairCode, number])[] {
    return [...this.#counts].sort((a, b) => b[1] - a[1])
  }

  best(): RepairedRecord | undefined {
    for (const code of PREFERRED_CODES) {
      const found = this.#byCode.get(code)
      if (found !== undefined) return found
    }
    return this.#byCode.values().next().value
  }
}
