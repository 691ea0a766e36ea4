import { openDurableStorage } from '@utpid/adapter-folder'
import { runs, temporaryFolder } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowCache } from '../../src/ledger/decoded-rows.ts'
import { decodeJson, encodeJson } from '../../src/rows/row-encoding.ts'
import { idKey } from '../../src/rows/row-keys.ts'
import { openTables } from '../../src/tables/lmdb-tables.ts'

interface Row {
  readonly text: string
}

const IDS = 6

function openRows(mostBytes: number) {
  const tables = openTables(`${temporaryFolder()}/tables.mdb`)
  let decoded = 0
  const rows = new RowCache<Row>(mostBytes, (value, id) => {
    decoded++
    return decodeJson<Row>(value, `Row ${id}`)
  })
  return {
    get: (id: number) => rows.get(tables.table.products, id),
    put: (id: number, row: Row) => tables.root.transaction(() => tables.table.products.put(idKey(id), encodeJson(row))),
    switch: () => tables.swap(),
    decoded: () => decoded,
    close: () => tables.root.close(),
  }
}

describe('decoded rows', () => {
  it('equal the rows of the table after any reads and writes, for any cache size', async () => {
    const happening = fc.record({
      writes: fc.boolean(),
      id: fc.nat(IDS - 1),
      // Some texts have the same length and differ only in their bytes.
      text: fc.constantFrom('one', 'two', 'three', ''),
    })
    const property = fc.asyncProperty(
      fc.array(happening, { maxLength: 40 }),
      fc.constantFrom(0, 30, 1_000),
      async (happenings, mostBytes) => {
        const rows = openRows(mostBytes)
        const held = new Map<number, Row>()
        for (const { writes, id, text } of happenings) {
          if (writes) {
            await rows.put(id, { text })
            held.set(id, { text })
          }
          expect(rows.get(id)).toEqual(held.get(id))
        }
        await rows.close()
      },
    )
    await fc.assert(property, runs(25))
  })

  it('are cached from the second read while they stay unchanged', async () => {
    const rows = openRows(1_000)
    await rows.put(1, { text: 'one' })
    expect(rows.get(1)).toEqual({ text: 'one' })
    expect(rows.get(1)).toBe(rows.get(1))
    expect(rows.decoded()).toBe(2)
    await rows.put(1, { text: 'two' })
    expect(rows.get(1)).toEqual({ text: 'two' })
    expect(rows.get(1)).toEqual({ text: 'two' })
    expect(rows.decoded()).toBe(3)
    await rows.close()
  })

  it('do not displace others if they are read only once', async () => {
    const rows = openRows(1_000)
    for (let id = 0; id < 200; id++) await rows.put(id, { text: `of ${id}` })
    rows.get(0)
    const known = rows.get(0)
    for (let id = 1; id < 200; id++) rows.get(id)
    expect(rows.get(0)).toBe(known)
    await rows.close()
  })

  it('are never rows with the same id in the previously active tables', async () => {
    const rows = openRows(1_000)
    await rows.put(1, { text: 'one' })
    expect(rows.get(1)).toEqual({ text: 'one' })
    rows.switch()
    expect(rows.get(1)).toBeUndefined()
    await rows.close()
  })
})

it.each([-1, 5_000, Number.NaN])('a cache of %s megabytes is rejected', async (rowCacheMegabytes) => {
  await expect(openDurableStorage(temporaryFolder(), { rowCacheMegabytes })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('rowCacheMegabytes'),
  })
})
