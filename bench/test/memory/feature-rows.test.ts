import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countFeatureRows, type FeatureColumns, FeatureRowCounter } from '../../memory/feature-rows.ts'

/** A record: its product, its features, and whether it is deleted. */
interface Row {
  readonly product: number
  readonly text: string
  readonly isDead?: boolean
}

/** @param shares - Whether equal rows of a product are stored once. */
function segment(rows: readonly Row[], shares: boolean): FeatureColumns {
  const features: number[] = []
  const starts = new Map<string, number>()
  const dead = new Uint32Array((rows.length + 31) >>> 5)
  const featureStarts = rows.map(({ product, text, isDead }, row) => {
    if (isDead === true) dead[row >>> 5] = (dead[row >>> 5] ?? 0) | (1 << (row & 31))
    const known = starts.get(`${product} ${text}`)
    if (shares && known !== undefined) return known
    const start = features.length
    const bytes = Buffer.from(text)
    if (bytes.length > 0x7f) features.push((bytes.length & 0x7f) | 0x80, bytes.length >>> 7)
    else features.push(bytes.length)
    features.push(...bytes)
    starts.set(`${product} ${text}`, start)
    return start
  })
  const productIds = new Float64Array(rows.map(({ product }) => product))
  return {
    productIds,
    featureStarts: new Uint32Array(featureStarts),
    features: new Uint8Array(features),
    deleted: dead,
  }
}

it('counts rows of one place once, and tells those that are stored again from those that differ', () => {
  const rows = [
    { product: 1, text: 'biber' },
    { product: 1, text: 'biber' },
    { product: 2, text: 'biber' },
    { product: 2, text: 'bibers' },
    { product: 3, text: 'gone', isDead: true },
  ]
  const counter = new FeatureRowCounter()
  counter.add(segment(rows, true))
  expect(counter.rows()).toEqual({ records: 4, stored: 3, distinct: 3 })
  counter.add(segment(rows, false))
  expect(counter.rows()).toEqual({ records: 8, stored: 7, distinct: 3 })
})

it('finds as many that differ as a set does, however they are stored', () => {
  const row = fc.record({
    // Includes ids above 32 bits.
    product: fc.constantFrom(0, 1, 2 ** 32, 2 ** 32 + 1, 2 ** 50 - 1),
    text: fc.oneof(fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'aab'), fc.string({ minLength: 120, maxLength: 200 })),
    isDead: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 80 }), { maxLength: 3 }), fc.boolean(), (segments, shares) => {
      const counter = new FeatureRowCounter()
      for (const rows of segments) counter.add(segment(rows, shares))
      const alive = segments.flat().filter(({ isDead }) => !isDead)
      const found = counter.rows()
      expect(found.records).toBe(alive.length)
      expect(found.distinct).toBe(new Set(alive.map(({ product, text }) => `${product} ${text}`)).size)
      expect(found.stored).toBeGreaterThanOrEqual(found.distinct)
      expect(found.stored).toBeLessThanOrEqual(found.records)
    }),
  )
})

it('reads the snapshot that a registry writes, and no other file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-rows-'))
  try {
    const storage = await openDurableStorage(folder)
    const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
    const records = Array.from({ length: 40 }, (_, at) => ({
      supplier: 'bedbank',
      code: `B-${at}`,
      name: `Hotel Silberner Biber ${at}`,
      category: 'hotel',
      location: { city: 'Wien', country: 'AT' },
    }))
    await registry.import(records)
    await registry.close()
    const { records: counted, stored, distinct } = countFeatureRows(join(folder, 'index.checkpoint'))
    expect(counted).toBe(records.length)
    expect(stored).toBe(records.length)
    expect(distinct).toBe(records.length)
    const other = join(folder, 'other')
    writeFileSync(other, Buffer.alloc(200))
    expect(() => countFeatureRows(other)).toThrow('not an index checkpoint')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
