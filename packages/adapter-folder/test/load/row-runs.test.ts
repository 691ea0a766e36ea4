import { truncateSync } from 'node:fs'
import { runs, temporaryFolder } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeRuns } from '../../src/load/merge-runs.ts'
import { RowRuns } from '../../src/load/row-runs.ts'

const bytes = (most: number, least = 0): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: least, maxLength: most })

it('returns every row that was put, by ascending keys, whatever was written in between', () => {
  const row = fc.record({ owner: fc.nat(2), key: bytes(4, 1), value: fc.oneof(bytes(20), bytes(700)) })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 300 }), fc.integer({ min: 1, max: 4_000 }), (rows, bytesMost) => {
      const folder = temporaryFolder()
      const owners = [0, 1, 2].map((owner) => new RowRuns(folder, `${owner}`, bytesMost))
      for (const { owner, key, value } of rows) owners[owner]?.put('records', Buffer.from(key), Buffer.from(value))
      const runs = owners.flatMap((owner) => owner.finish())
      const merged = textsOf(mergeRuns(runs))
      expect(merged.map(([key]) => key)).toEqual(merged.map(([key]) => key).sort())
      expect(merged.length).toBe(rows.length)
      const put = rows.map(({ key, value }) => [hex(key), hex(value)].join(' '))
      expect(merged.map((each) => each.join(' ')).sort()).toEqual(put.sort())
    }),
    runs(60),
  )
})

it('reads rows that are longer than one read', () => {
  const runs = new RowRuns(temporaryFolder(), 'a', 1_000_000)
  const long = Buffer.alloc(3_000_000, 7)
  runs.put('products', Buffer.from([2]), long)
  runs.put('products', Buffer.from([1]), Buffer.from([9]))
  runs.put('products', Buffer.from([3]), Buffer.alloc(0))
  const rows = textsOf(mergeRuns(runs.finish()))
  expect(rows.map(([key, value]) => [key, value.length / 2])).toEqual([
    ['01', 1],
    ['02', long.length],
    ['03', 0],
  ])
})

it('keeps tables separate', () => {
  const runs = new RowRuns(temporaryFolder(), 'a')
  runs.put('products', Buffer.from([1]), Buffer.from([1]))
  runs.put('links', Buffer.from([1]), Buffer.from([2]))
  const made = runs.finish()
  expect(made.map(({ table, rows }) => [table, rows])).toEqual([
    ['products', 1],
    ['links', 1],
  ])
  expect(textsOf(mergeRuns(made.filter(({ table }) => table === 'links')))).toEqual([['01', '02']])
})

it('reports a truncated file', () => {
  const runs = new RowRuns(temporaryFolder(), 'a')
  for (let at = 0; at < 50; at++) runs.put('links', Buffer.from([at]), Buffer.alloc(100))
  const [run] = runs.finish()
  truncateSync(run?.path as string, (run?.end as number) - 10)
  expect(() => textsOf(mergeRuns(run === undefined ? [] : [run]))).toThrow(/is truncated/)
})

function textsOf(rows: Iterable<{ readonly key: Buffer; readonly value: Buffer }>): [string, string][] {
  const texts: [string, string][] = []
  for (const { key, value } of rows) texts.push([hex(key), hex(value)])
  return texts
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
