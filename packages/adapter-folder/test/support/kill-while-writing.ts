import { openDurableStorage } from '@utpid/adapter-folder'
import { LIMITS } from '@utpid/core'
import { nextLine } from '@utpid/testing'
import { expect } from 'vitest'
import { startChild } from './child-process.ts'
import { detailsOf } from './numbered-stay.ts'

/**
 * Kills a writing process after a number of acknowledgements, in each round. Expects complete changes in the folder and
 * its index, at least up to the last acknowledged change.
 */
export async function killWhileWriting(folder: string, acknowledgements: readonly number[]): Promise<void> {
  for (const count of acknowledgements) {
    const child = startChild('write', folder)
    let acknowledged = 0
    for (let line = 0; line < count; line++) acknowledged = Math.max(acknowledged, Number(await nextLine(child)))
    await child.kill()
    for (let next = await child.lines.next(); !next.done; next = await child.lines.next()) {
      acknowledged = Math.max(acknowledged, Number(next.value))
    }
    await expectWhole(folder, acknowledged)
  }
}

/** Expects the stays of all changes, at least up to the last acknowledged change, in every table and in the index. */
export async function expectWhole(folder: string, acknowledged: number): Promise<void> {
  const { ledger, index, close } = await openDurableStorage(folder)
  const { change } = await ledger.head()
  expect(change).toBeGreaterThanOrEqual(acknowledged)
  const numbers = Array.from({ length: change }, (_, at) => at + 1)
  for (let from = 0; from < change; from += LIMITS.idsPerRead) {
    const page = numbers.slice(from, from + LIMITS.idsPerRead)
    expect((await ledger.getRecords(page)).map((stored) => stored?.link?.productId)).toEqual(page)
    expect(await ledger.details(page)).toEqual(page.map(detailsOf))
    expect((await ledger.getProducts(page)).map((row) => row?.id)).toEqual(page)
    expect((await ledger.changes(from, LIMITS.rowsPerPage)).map((entry) => entry.change)).toEqual(page)
    const lookups = page.map((number) => ({ keys: [1_000 + number] }))
    expect([...(await index.candidates(lookups, LIMITS.recordsPerKey)).recordIds]).toEqual(page)
  }
  const found = await index.search({ tiers: [{ groups: [{ any: ['n:hotel'] }] }], filters: [], offset: 0, limit: 0 })
  expect(found.total).toBe(change)
  await close()
}
