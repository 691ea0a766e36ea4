import { join } from 'node:path'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { parseWhere, readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { expect, test } from 'vitest'

const data = process.env.UTPID_DATA
const FEEDS = ['paris-osm-hotels', 'paris-datatourisme', 'paris-atout-france', 'france-atout-france-2017']
const MAX_DIFFERENCE = 0.05

/** Imports the feeds of Paris, and returns the linked records and the open alerts. */
async function importParis(folder: string, hasCategory: boolean): Promise<{ linked: number; open: number }> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  let linked = 0
  for (const feed of FEEDS) {
    const rows: unknown[] = []
    const where = parseWhere(feed.startsWith('france') ? ['city=PARIS'] : [])
    for await (const item of readFeed(join(folder, 'feeds', `${feed}.jsonl.gz`), { where })) {
      if ('error' in item) continue
      const { category: _, ...record } = item.record
      rows.push(hasCategory ? item.record : { ...record, extra: {} })
    }
    linked += (await registry.import(rows)).linked
  }
  const { open } = (await registry.stats()).duplicates
  await registry.close()
  return { linked, open }
}

test.skipIf(data === undefined)(
  'feeds of Paris link as well without their categories',
  { timeout: 300_000 },
  async () => {
    const known = await importParis(data as string, true)
    const inferred = await importParis(data as string, false)
    expect(Math.abs(inferred.linked - known.linked)).toBeLessThanOrEqual(MAX_DIFFERENCE * known.linked)
    expect(Math.abs(inferred.open - known.open)).toBeLessThanOrEqual(MAX_DIFFERENCE * known.open)
  },
)
