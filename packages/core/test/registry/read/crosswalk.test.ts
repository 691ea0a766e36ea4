import type { Registry } from '@utpid/core'
import { type CrosswalkRow, crosswalkTable, wideCrosswalk } from '@utpid/core/operations'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ACTOR, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { smallRecord } from '../../support/small-world.ts'

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

async function filled(...records: readonly object[]): Promise<Registry> {
  const { registry } = await openRegistry()
  await registry.import(records)
  return registry
}

/** Returns the cells of a table as text, without its first row. */
async function cellsOf(registry: Registry, layout: 'long' | 'wide'): Promise<string[][]> {
  const table = await all(crosswalkTable(registry.crosswalk(), layout, await registry.suppliers()))
  return table.map((cells) => cells.map(String))
}

test('a row has the displayed name, city and country of the product, and how sure the product is', async () => {
  const registry = await filled(ZEPHYR, ZEPHYR_BY_BETA, TWIN_A, TWIN_B, QUILL)
  await registry.verify(await utpidOf(registry, QUILL), { ...ACTOR, method: 'manual' })
  const product = await registry.get(await utpidOf(registry, QUILL))
  const rows = await all(registry.crosswalk())
  expect(rows).toContainEqual({
    utpid: product?.utpid,
    supplier: 'alpha',
    code: 'A2',
    name: product?.name,
    city: 'Paris',
    country: 'FR',
    confidence: 1,
    status: 'verified',
    method: 'created',
    since: expect.any(String),
  })
  const statusOf = (code: string): string | undefined => rows.find((row) => row.code === code)?.status
  const open = (await registry.alerts()).alerts.flatMap(({ utpids }) => utpids)
  for (const { code, utpid, status } of rows) {
    if (code !== 'A2') expect([code, status]).toEqual([code, open.includes(utpid) ? 'alert' : 'linked'])
  }
  expect(['alert', 'linked']).toContain(statusOf('A8'))
})

test('the wide layout joins the codes of one supplier, and has a column for each active supplier', async () => {
  const registry = await filled(
    ZEPHYR,
    { ...QUILL, supplier: 'beta', code: 'a|b\\c' },
    { ...QUILL, supplier: 'old', code: 'O' },
  )
  await registry.merge(
    await utpidOf(registry, ZEPHYR),
    await utpidOf(registry, { supplier: 'beta', code: 'a|b\\c' }),
    ACTOR,
  )
  await registry.import([{ ...TWIN_A, supplier: 'beta', code: 'Z' }])
  const [one, other] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, { supplier: 'beta', code: 'Z' })]
  if (one !== other) await registry.merge(one, other, ACTOR)
  await registry.deactivateSupplier('old')
  const [header, ...rows] = await cellsOf(registry, 'wide')
  expect(header).toEqual(['utpid', 'name', 'city', 'country', 'alpha', 'beta'])
  const { utpid, name } = (await registry.get(await utpidOf(registry, ZEPHYR))) ?? {}
  expect(rows).toEqual([[utpid, name, 'Paris', 'FR', 'A1', 'Z|a\\|b\\\\c']])
})

test('for all records: every active code once, in order, in both layouts', async () => {
  const records = fc.uniqueArray(smallRecord({ suppliers: 4, codes: 8 }), {
    maxLength: 25,
    selector: ({ supplier, code }) => `${supplier}:${code}`,
  })
  await fc.assert(
    fc.asyncProperty(records, async (given) => {
      const registry = await filled(...given)
      const rows = await all(registry.crosswalk())
      const keyOf = ({ utpid, supplier, code }: CrosswalkRow): string => `${utpid} ${supplier} ${code}`
      expect(rows.map(keyOf)).toEqual(rows.map(keyOf).toSorted())
      const expected = await Promise.all(
        given.map(async (each) => `${await utpidOf(registry, each)} ${each.supplier} ${each.code}`),
      )
      expect(rows.map(keyOf)).toEqual(expected.toSorted())
      const wide = await all(wideCrosswalk(registry.crosswalk()))
      const codes = wide.flatMap(({ utpid, codes }) =>
        Object.entries(codes).flatMap(([supplier, all]) => all.map((code) => `${utpid} ${supplier} ${code}`)),
      )
      expect(codes).toEqual(expected.toSorted())
      expect(new Set(wide.map(({ utpid }) => utpid)).size).toBe(wide.length)
      expect((await cellsOf(registry, 'long')).length).toBe(given.length + 1)
      expect((await cellsOf(registry, 'wide')).length).toBe(wide.length + 1)
    }),
    runs(100),
  )
})
