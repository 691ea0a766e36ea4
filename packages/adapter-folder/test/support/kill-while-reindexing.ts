import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry, LIMITS, type Storage } from '@utpid/core'
import { CURRENT_RULES } from '@utpid/core/scoring'
import { ARTIFICIAL_RULES } from '@utpid/storage-conformance'
import { expect } from 'vitest'
import { startChild } from './child-process.ts'

/** Records of two suppliers for each of 120 hotels, which are a kilometre apart. */
const RECORDS = Array.from({ length: 120 }, (_, at) =>
  ['alpha', 'beta'].map((supplier) => ({
    supplier,
    code: `H${at}`,
    name: `${supplier === 'alpha' ? 'Hotel ' : ''}Zephyr ${at}`,
    category: 'hotel',
    phone: `+33 1 40 20 5${String(at).padStart(3, '0')}`,
    location: { city: 'Paris', country: 'FR', coordinates: [48.8 + at / 100, 2.34] },
  })),
).flat()

async function everything({ ledger }: Storage): Promise<unknown> {
  const records = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
  return {
    contents: records.map(({ row, link }) => [row.record, row.revision, link]),
    products: await ledger.scanProducts(-1, LIMITS.rowsPerPage),
    edges: await ledger.edges(records.map(({ row }) => row.id)),
    words: await ledger.words(['zephyr', 'hotel', '7']),
    counters: [...(await ledger.counters())],
  }
}

/**
 * Kills a reindexing process after a number of progress lines, in each round. The folder must then contain one complete
 * generation, and a new reindex must succeed.
 */
export async function killWhileReindexing(folder: string, lines: readonly number[]): Promise<void> {
  const filled = await openDurableStorage(folder)
  const registry = await createRegistry({ storage: filled })
  await registry.import(RECORDS)
  const before = await everything(filled)
  await registry.close()
  for (const count of lines) {
    const child = startChild('reindex', folder)
    for (let line = 0; line < count; line++) if ((await child.lines.next()).done) break
    await child.kill()
    const storage = await openDurableStorage(folder)
    const { indexVersion } = await storage.ledger.head()
    expect([CURRENT_RULES.version, ARTIFICIAL_RULES.version]).toContain(indexVersion)
    const rules = indexVersion === ARTIFICIAL_RULES.version ? ARTIFICIAL_RULES : CURRENT_RULES
    expect(await everything(storage)).toEqual(before)
    const again = await createRegistry({ storage, rules })
    await again.reindex({ rules: ARTIFICIAL_RULES, force: true })
    const candidates = await again.mapBatch(RECORDS.map(({ supplier: _, code: __, ...input }) => input))
    expect(candidates.map(({ decision }) => decision)).toEqual(RECORDS.map(() => 'match'))
    await again.reindex({ rules: CURRENT_RULES })
    expect(await everything(storage)).toEqual(before)
    await again.close()
  }
}
