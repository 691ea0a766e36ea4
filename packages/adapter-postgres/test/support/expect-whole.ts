import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS, type Storage } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { rowsIn } from '@utpid/storage-conformance'
import { expect } from 'vitest'
import { quoted } from '../../src/connection/schema-name.ts'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { withClientOf } from './server/with-client.ts'
import type { WrittenHotels } from './written-hotels.ts'

/** Selects terms whose count differs from the number of their products, and spellings that do not match a count. */
const WRONG_COUNTS = `
  select hash, t.products, p.products as held from
    (select hash, products from SCHEMA.terms where hash <> -1) t
    full join (
      select hash, count(*) as products from SCHEMA.product_terms, unnest(terms) as hash where hash > -32 group by hash
    ) p
    using (hash) where t.products is distinct from p.products
  union all
  select hash, products, null from SCHEMA.spellings left join SCHEMA.terms using (hash)
    where products is null or magnitude <> floor(log(2, products))`

/**
 * Expects a consistent registry. The change feed has no gaps. Rows pass the checks of an export. All acknowledged
 * writes exist. Counters, words, terms and the index are the same as in a memory storage with these rows.
 */
export async function expectWhole(connectionString: string, schema: string, written: WrittenHotels): Promise<void> {
  const storage = await openPostgresStorage({ connectionString, schema })
  try {
    await written.expectIn(storage.ledger)
    await expectGapless(storage)
    const registry = await createRegistry({ storage })
    const memory = createMemoryStorage()
    await restoreRegistry(memory, registry.export())
    const [said, expected] = [await rowsIn(storage), await rowsIn(memory)]
    expect(said).toEqual(expected)
  } finally {
    await storage.close()
  }
  await withClientOf(connectionString, async (client) => {
    expect((await client.query(WRONG_COUNTS.replaceAll('SCHEMA', quoted(schema)))).rows).toEqual([])
  })
}

async function expectGapless({ ledger, index }: Storage): Promise<void> {
  const { change } = await ledger.head()
  expect(await index.at()).toBe(change)
  const numbers: number[] = []
  while (numbers.length < change) {
    const page = await ledger.changes(numbers.length, LIMITS.rowsPerPage)
    if (page.length === 0) break
    numbers.push(...page.map((entry) => entry.change))
  }
  expect(numbers).toEqual(Array.from({ length: change }, (_, at) => at + 1))
}
