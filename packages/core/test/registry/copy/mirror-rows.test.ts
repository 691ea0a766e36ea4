import { createMemoryStorage } from '@utpid/adapter-memory'
import { LIMITS, RegistryError } from '@utpid/core'
import type { Commit, SupplierRow } from '@utpid/core/storage'
import { ledgerProxy } from '@utpid/core/storage'
import { expect, it } from 'vitest'
import { writeRows } from '../../../src/registry/copy/write-rows.ts'

const AT = '2026-03-01T12:00:00.000Z'

function suppliers(count: number): { kind: 'supplier'; row: SupplierRow }[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'supplier',
    row: { id: `s${at}`, name: `Supplier ${at}`, priority: 0, since: AT },
  }))
}

it('notes one value with the first of its commits, and another with the last', async () => {
  const { ledger } = createMemoryStorage()
  const rows = suppliers(LIMITS.recordsPerCommit + 1)
  const notes = { first: { begun: 3 }, last: { done: 4 } }
  let commits = 0
  const failing = {
    ...ledgerProxy(() => ledger),
    commit: async (commit: Commit) => {
      if (commits++ === 1) throw new RegistryError('unavailable', 'It was killed.')
      return await ledger.commit(commit)
    },
  }
  await expect(writeRows(failing, rows, AT, notes)).rejects.toMatchObject({ code: 'unavailable' })
  expect(Object.fromEntries(await ledger.counters())).toEqual({ begun: 3 })
  await writeRows(ledger, rows, AT, { first: {}, last: { done: 4 } })
  expect(Object.fromEntries(await ledger.counters())).toEqual({ begun: 3, done: 4 })
  expect(await ledger.suppliers()).toHaveLength(rows.length)
})

it('notes the value also without other writes', async () => {
  const { ledger } = createMemoryStorage()
  await writeRows(ledger, [], AT, { first: { begun: 3 }, last: { done: 4 } })
  expect(Object.fromEntries(await ledger.counters())).toEqual({ begun: 3, done: 4 })
  await writeRows(ledger, [], AT)
  expect((await ledger.head()).change).toBe(1)
})
