import { LIMITS } from '@utpid/core'
import type { Ledger } from '@utpid/core/storage'
import { expect } from 'vitest'
import { codeOfHotel, detailsOfVersion } from './known-hotel.ts'

/** The records that one transaction writes. All of them get the same version number. */
export interface HotelStep {
  readonly version: number
  readonly numbers: readonly number[]
}

/** The attempted and acknowledged writes, for comparison with the registry. */
export class WrittenHotels {
  readonly #tried: HotelStep[] = []
  /** The last acknowledged version of each record. */
  readonly #acknowledged = new Map<number, number>()
  /** The number of acknowledged transactions. */
  count = 0

  try(step: HotelStep): void {
    this.#tried.push(step)
  }

  acknowledge({ version, numbers }: HotelStep): void {
    this.count++
    for (const number of numbers) this.#acknowledged.set(number, Math.max(version, this.#acknowledged.get(number) ?? 0))
  }

  /**
   * Expects that the ledger has all acknowledged writes. Each transaction that was tried since the last call must be
   * stored completely or not at all. Call this method while no writer is running.
   */
  async expectIn(ledger: Ledger): Promise<void> {
    const stored = await storedVersions(ledger)
    const versionOf = (number: number): number => stored.get(codeOfHotel(number)) ?? 0
    const lost = [...this.#acknowledged].filter(([number, version]) => versionOf(number) < version)
    expect(lost, 'acknowledged and lost: numbers and versions').toEqual([])
    const halves = this.#tried.filter(({ version, numbers }) => {
      const kept = numbers.filter((number) => versionOf(number) >= version).length
      return kept !== 0 && kept !== numbers.length
    })
    expect(halves, 'kept by half').toEqual([])
    // Forgets the attempts: later writers may rewrite some of these records.
    this.#tried.length = 0
  }
}

async function storedVersions(ledger: Ledger): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for (let after = -1; ; ) {
    const page = await ledger.scanRecords(after, LIMITS.rowsPerPage)
    const details = await ledger.details(page.map(({ row }) => row.id))
    for (const [at, { row }] of page.entries()) {
      const version = Number(row.record.extra?.version)
      versions.set(row.record.code, version)
      expect(details[at] ?? {}, 'a record has the details of its version').toEqual(detailsOfVersion(version))
    }
    if (page.length < LIMITS.rowsPerPage) return versions
    after = page.at(-1)?.row.id ?? after
  }
}
