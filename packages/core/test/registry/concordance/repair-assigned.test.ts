import { emptyCommit } from '@utpid/core/storage'
import { expect, it } from 'vitest'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { orderlessState } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR } from '../../support/sample-hotels.ts'

const VAGUE = { supplier: 'beta', code: 'B1', name: 'Marlowe Palace', category: 'hotel' }
const ENTRIES = [
  { supplier: 'alpha', code: 'A1', set: '3956' },
  { supplier: 'beta', code: 'B1', set: '3956' },
]

it('writes only records again whose assigned identifiers differ from the concordances, with their clusters', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, VAGUE, QUILL])
  const apart = await orderlessState(storage)
  await registry.storeConcordance('giata', ENTRIES)
  const { change } = await storage.ledger.head()
  expect(await registry.repairAssigned()).toEqual({ records: 0, change })

  // Damage: the rows of the codes change without their records.
  const content = { giata: ['3956'] }
  const rows = async (given: readonly { id: string; content?: { giata: string[] } }[]): Promise<void> => {
    const base = (await storage.ledger.head()).change
    await storage.ledger.commit({ ...emptyCommit('2026-11-27T00:00:00.000Z', base), concordances: given })
  }
  await rows([{ id: 'alpha:A1' }, { id: 'beta:B1' }, { id: 'gamma:9', content }])
  const progress: number[] = []
  expect(await registry.repairAssigned({ onProgress: ({ done }) => progress.push(done) })).toMatchObject({ records: 2 })
  expect(progress.at(-1)).toBe(3)
  const [one, other] = await Promise.all(ENTRIES.map((code) => registry.locate(code)))
  expect(one?.utpid).not.toBe(other?.utpid)
  const { groups, edges } = await orderlessState(storage)
  expect({ groups, edges }).toEqual({ groups: apart.groups, edges: apart.edges })

  await rows([{ id: 'alpha:A1', content }, { id: 'beta:B1', content }, { id: 'gamma:9' }])
  expect(await registry.repairAssigned()).toMatchObject({ records: 2 })
  const [again, joined] = await Promise.all(ENTRIES.map((code) => registry.locate(code)))
  expect(again?.utpid).toBe(joined?.utpid)
  expect(await registry.repairAssigned()).toMatchObject({ records: 0 })
  await expectConsistent(storage)
})
