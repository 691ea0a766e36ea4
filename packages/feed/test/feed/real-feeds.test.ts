import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { createFeedStats, readFeed } from '@utpid/feed'
import { expect, test } from 'vitest'

const folder = process.env.UTPID_DATA

if (folder === undefined) {
  console.warn('UTPID_DATA is not set: the real feeds are not read. Set it to the folder that contains feeds/.')
  // The real feeds are not part of the repository, so the test needs a folder with them.
  test.skip('real feeds (set UTPID_DATA to the folder that contains feeds/)', () => {})
} else {
  const names = readdirSync(join(folder, 'feeds')).filter((name) => name.endsWith('.jsonl.gz'))

  test('there are feeds', () => {
    expect(names.length).toBeGreaterThan(0)
  })

  test.each(names)('reads every row of %s, with supplier, product and place', async (name) => {
    const path = join(folder, 'feeds', name)
    const rows = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
    const stats = createFeedStats()
    const wrong: unknown[] = []
    for await (const item of readFeed(path, { stats })) {
      if ('error' in item) throw new Error(`${name}:${item.line}: ${item.error.message}`)
      const row = JSON.parse(rows[item.line - 1] as string) as Record<string, unknown>
      const location = item.record.location as Record<string, unknown>
      const { supplier, code, name: own, category } = item.record
      const { city, country, coordinates } = location
      const read = [supplier, code, own, category, city, country, coordinates]
      const place = [row.city, row.country ?? row.countryName, row.lat === undefined ? undefined : [row.lat, row.lon]]
      // An expectation for each row would take longer than reading the rows.
      if (!isDeepStrictEqual(read, [row.source, row.sourceId, row.name, row.category, ...place])) {
        wrong.push({ line: item.line, read, row })
      }
    }
    expect(wrong).toEqual([])
    expect(stats).toMatchObject({ records: rows.length, errors: 0, filtered: 0 })
    expect(stats.bytesRead).toBe(stats.bytesTotal)
  })
}
