import { join } from 'node:path'
import { runs, temporaryFolder } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seal } from '../../src/rows/row-encoding.ts'
import { layeredTables } from '../../src/tables/layered-tables.ts'
import type { LedgerTable, TableRange } from '../../src/tables/ledger-table.ts'
import { openTables } from '../../src/tables/lmdb-tables.ts'

const KEYS = [[1], [1, 0], [1, 255], [2], [127, 3], [128], [200, 1], [255], [255, 0]].map((key) => Buffer.from(key))

const key = fc.constantFrom(...KEYS)
const value = fc.string({ maxLength: 4 })
const write = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), key, value }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
)
type Write = typeof write extends fc.Arbitrary<infer Of> ? Of : never
/** A transaction in two halves. The second half may fail, and so may the whole transaction. */
const step = fc.record({
  first: fc.array(write, { maxLength: 4 }),
  second: fc.array(write, { maxLength: 4 }),
  secondFails: fc.boolean(),
  allFails: fc.boolean(),
})
const range: fc.Arbitrary<TableRange> = fc.record(
  {
    start: key,
    end: key,
    exclusiveStart: fc.boolean(),
    inclusiveEnd: fc.boolean(),
    reverse: fc.boolean(),
    limit: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
)

function sealed(text: string): Buffer {
  return seal(Buffer.from(text))
}

function apply(table: LedgerTable, writes: readonly Write[]): void {
  for (const each of writes) {
    if (each.kind === 'put') void table.put(each.key, sealed(each.value))
    else if (each.kind === 'remove') void table.remove(each.key)
    else table.clearSync()
  }
}

/** Returns all data of a table, read with all methods. */
function said(table: LedgerTable, ranges: readonly TableRange[]): unknown {
  const rows = (of: TableRange): unknown =>
    [...table.getRange(of)].map((row) => [row.key.toString('hex'), row.value.toString('hex')])
  const peeked = (at: Buffer): string | undefined => {
    const bytes = table.peek(at)
    return bytes && table.unmasked(at, Buffer.from(bytes.subarray(0, bytes.length))).toString('hex')
  }
  return {
    entries: table.entries,
    got: KEYS.map((at) => table.get(at)?.toString('hex')),
    peeked: KEYS.map(peeked),
    there: KEYS.map((at) => table.doesExist(at)),
    ranges: ranges.map(rows),
    keys: ranges.map((of) => [...table.getKeys(of)].map((each) => each.toString('hex'))),
  }
}

class Failing extends Error {}

describe('a table with changes only in memory', () => {
  it('equals a table on disk after any writes and rollbacks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 8 }),
        fc.array(step, { maxLength: 6 }),
        fc.array(range, { maxLength: 6 }),
        async (before, steps, ranges) => {
          const [one, other] = [openTables(join(temporaryFolder(), 'a')), openTables(join(temporaryFolder(), 'b'))]
          const asked = [{}, { reverse: true }, ...ranges]
          try {
            for (const { root, table } of [one, other]) await root.transaction(() => apply(table.words, before))
            const untouched = said(one.table.words, asked)
            const layered = layeredTables(one)
            for (const { first, second, secondFails, allFails } of steps) {
              // A failed transaction is not applied to the other table.
              for (const { root, table } of allFails ? [layered] : [layered, other]) {
                const both = root.transaction(() => {
                  root.childTransaction(() => apply(table.words, first))
                  try {
                    root.childTransaction(() => {
                      apply(table.words, second)
                      if (secondFails) throw new Failing()
                    })
                  } catch (error) {
                    if (!(error instanceof Failing)) throw error
                  }
                  if (allFails) throw new Failing()
                })
                await (allFails ? expect(both).rejects.toBeInstanceOf(Failing) : both)
              }
              expect(said(layered.table.words, asked)).toEqual(said(other.table.words, asked))
            }
            expect(said(one.table.words, asked)).toEqual(untouched)
          } finally {
            await Promise.all([one.root.close(), other.root.close()])
          }
        },
      ),
      runs(60),
    )
  })

  it('closes its cursors when the reader stops early', async () => {
    const base = openTables(join(temporaryFolder(), 'a'))
    await base.root.transaction(() =>
      apply(
        base.table.words,
        KEYS.map((at) => ({ kind: 'put', key: at, value: 'v' })),
      ),
    )
    const { table } = layeredTables(base)
    for (const { key: first } of table.words.getRange()) {
      expect(first).toEqual(KEYS[0])
      break
    }
    await base.root.close()
  })
})
