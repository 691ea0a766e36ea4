import { defined, type KeyRange, MAX_READ_ROWS, MAX_WRITE_ROWS, rowKey } from '@utpid/core/storage'
import type { ServiceStore } from '@utpid/service'
import type { RowName, RowWrite } from '@utpid/service/internal'
import { updateRow } from '@utpid/service/internal'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SimpleRows } from './simple-rows.ts'

/** The functions with which the suite opens the store under test. */
export interface ServiceStoreOptions {
  readonly name: string
  /** Opens a new and empty store. */
  readonly open: () => Promise<ServiceStore>
  /** Opens the same store again. Absent if a store cannot be open twice or open again after `close`. */
  readonly openAgain?: (store: ServiceStore) => Promise<ServiceStore>
  /** The number of rounds of random histories. */
  readonly runs?: number
}

// Uses one table, since a store treats all rows as JSON.
const TABLE = 'account_jobs'
const OTHER = 'jobs_due'
const QUIET = 'request_ids'
const RUNS = 30
const STEPS = 40

const put = (key: string, jobId: string, expected?: 'absent' | number): RowWrite => ({
  table: TABLE,
  key,
  row: { jobId },
  ...defined({ expect: expected }),
})

/** Registers, in the calling vitest file, the tests that every {@link ServiceStore} must pass. */
export function testServiceStore({ name, open, openAgain, runs = RUNS }: ServiceStoreOptions): void {
  const opened = async (): Promise<ServiceStore> => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }

  describe(`${name}: service store`, () => {
    it('reads rows in input order, with undefined for missing rows', async () => {
      const store = await opened()
      await store.write([put('b', 'B'), put('a', 'A')])
      const rows = await store.read(TABLE, ['b', 'none', 'a', 'b'])
      expect(rows.map((row) => row?.row.jobId)).toEqual(['B', undefined, 'A', 'B'])
      expect(rows.map((row) => row?.key)).toEqual(['b', undefined, 'a', 'b'])
      expect(await store.read(TABLE, [])).toEqual([])
      expect(await store.read(OTHER, ['a'])).toEqual([undefined])
    })

    it('returns rows unchanged, with every string that JSON allows', async () => {
      const store = await opened()
      const jobId = 'Zürich \u0000 \ud800 "\\ 東京 \u{1f3e8}'
      await store.write([put('a', jobId)])
      expect((await store.read(TABLE, ['a']))[0]?.row).toEqual({ jobId })
    })

    it('stores rows of a megabyte, and deletes them', async () => {
      const store = await opened()
      const jobId = 'x東'.repeat(350_000)
      for (const key of ['a/0', 'a/1', 'b/0']) await store.write([put(key, `${key}${jobId}`)])
      expect((await store.read(TABLE, ['a/1']))[0]?.row.jobId === `a/1${jobId}`).toBe(true)
      expect(await store.deleteRange(TABLE, { prefix: 'a/', limit: 10 })).toBe(2)
      expect((await store.range(TABLE, { limit: 10 })).map(({ key }) => key)).toEqual(['b/0'])
    })

    it('writes all rows or none', async () => {
      const store = await opened()
      await store.write([put('taken', 'first')])
      const writes = [
        put('new', 'x'),
        put('taken', 'second', 'absent'),
        { ...put('other', 'y'), table: OTHER } as RowWrite,
      ]
      expect(await store.write(writes)).toEqual({ table: TABLE, key: 'taken' })
      expect(await store.read(TABLE, ['new'])).toEqual([undefined])
      expect(await store.read(OTHER, ['other'])).toEqual([undefined])
      expect((await store.read(TABLE, ['taken']))[0]?.row.jobId).toBe('first')
    })

    it('writes only if the revision is the one that was read', async () => {
      const store = await opened()
      await store.write([put('a', '1', 'absent')])
      const [first] = await store.read(TABLE, ['a'])
      expect(await store.write([put('a', '2', first?.revision)])).toBeUndefined()
      expect(await store.write([put('a', '3', first?.revision)])).toEqual({ table: TABLE, key: 'a' })
      expect(await store.write([put('none', '3', first?.revision)])).toEqual({ table: TABLE, key: 'none' })
      expect((await store.read(TABLE, ['a']))[0]?.row.jobId).toBe('2')
    })

    it('distinguishes a rewritten row from a deleted row with the same key', async () => {
      const store = await opened()
      await store.write([put('a', '1')])
      const [first] = await store.read(TABLE, ['a'])
      await store.write([{ table: TABLE, key: 'a', row: undefined }])
      await store.write([put('a', '1')])
      expect(await store.write([put('a', '2', first?.revision)])).toEqual({ table: TABLE, key: 'a' })
    })

    it('deletes only if the revision is the one that was read', async () => {
      const store = await opened()
      await store.write([put('a', '1')])
      const [row] = await store.read(TABLE, ['a'])
      const gone = { table: TABLE, key: 'a', row: undefined } as const
      expect(await store.write([{ ...gone, expect: (row?.revision ?? 0) + 1 }])).toEqual({ table: TABLE, key: 'a' })
      expect(await store.write([{ ...gone, expect: row?.revision as number }])).toBeUndefined()
      expect(await store.read(TABLE, ['a'])).toEqual([undefined])
      expect(await store.write([gone])).toBeUndefined()
    })

    it('lists keys sorted by bytes, between two keys and by prefix', async () => {
      const store = await opened()
      const keys = ['a', 'a!', 'a/1', 'a/10', 'a/2', 'a/~', 'a0', 'B', 'b']
      await store.write(keys.map((key) => put(key, key)))
      const listed = async (range: Omit<KeyRange, 'limit'>, limit = 100): Promise<string[]> =>
        (await store.range(TABLE, { ...range, limit })).map(({ key }) => key)
      expect(await listed({})).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)))
      expect(await listed({ prefix: 'a/' })).toEqual(['a/1', 'a/10', 'a/2', 'a/~'])
      expect(await listed({ prefix: 'a/', after: 'a/1' }, 2)).toEqual(['a/10', 'a/2'])
      expect(await listed({ prefix: 'a/', before: 'a/2' })).toEqual(['a/1', 'a/10'])
      expect(await listed({ prefix: 'a/', descending: true }, 3)).toEqual(['a/~', 'a/2', 'a/10'])
      expect(await listed({ prefix: 'a/', after: 'b' })).toEqual([])
      expect(await listed({ after: 'a', before: 'a' })).toEqual([])
      expect(await listed({ prefix: 'none' })).toEqual([])
    })

    it('deletes a range from its start, up to the limit', async () => {
      const store = await opened()
      await store.write(['a/1', 'a/2', 'a/3', 'b'].map((key) => put(key, key)))
      expect(await store.deleteRange(TABLE, { prefix: 'a/', limit: 2 })).toBe(2)
      expect((await store.range(TABLE, { limit: 10 })).map(({ key }) => key)).toEqual(['a/3', 'b'])
      expect(await store.deleteRange(TABLE, { prefix: 'a/', limit: 10 })).toBe(1)
      expect(await store.deleteRange(TABLE, { prefix: 'a/', limit: 10 })).toBe(0)
    })

    it('rejects keys, ranges and writes out of bounds, and writes nothing', async () => {
      const store = await opened()
      for (const key of ['', 'with space', 'é', 'a\u0000', 'x'.repeat(401)]) {
        await expect(store.write([put('good', '1'), put(key, '2')])).rejects.toMatchObject({
          code: 'validation_failed',
        })
      }
      await expect(store.write([put('good', '1'), put('good', '2')])).rejects.toMatchObject({
        code: 'validation_failed',
      })
      const many = Array.from({ length: MAX_WRITE_ROWS + 1 }, (_, at) => put(String(at), ''))
      await expect(store.write(many)).rejects.toMatchObject({ code: 'validation_failed' })
      for (const limit of [0, -1, 1.5, MAX_READ_ROWS + 1]) {
        await expect(store.range(TABLE, { limit })).rejects.toMatchObject({ code: 'validation_failed' })
        await expect(store.deleteRange(TABLE, { limit })).rejects.toMatchObject({ code: 'validation_failed' })
      }
      expect(await store.range(TABLE, { limit: 10 })).toEqual([])
    })

    it('accepts its maximum amount at once', async () => {
      const store = await opened()
      const writes = Array.from({ length: MAX_WRITE_ROWS }, (_, at) => put(rowKey('many', at), String(at), 'absent'))
      expect(await store.write(writes)).toBeUndefined()
      expect(await store.range(TABLE, { limit: MAX_READ_ROWS })).toHaveLength(MAX_WRITE_ROWS)
    })

    it('lets one of many concurrent writers of a row win each time', async () => {
      const store = await opened()
      const add = (): Promise<unknown> =>
        updateRow(store, TABLE, 'count', (row) => ({
          row: { jobId: String(Number(row?.jobId ?? 0) + 1) },
          result: true,
        }))
      await Promise.all(Array.from({ length: 8 }, add))
      expect((await store.read(TABLE, ['count']))[0]?.row.jobId).toBe('8')
    })

    it('reports rows of watched tables only', async () => {
      const store = await opened()
      const told: (RowName | undefined)[] = []
      let heard: () => void = () => undefined
      const end = store.onWrite((row) => {
        told.push(row)
        heard()
      })
      onTestFinished(end)
      const arrival = new Promise<void>((resolve) => {
        heard = () => {
          if (told.some((row) => row?.key === 'last')) resolve()
        }
      })
      await store.write([{ table: QUIET, key: 'quiet', row: { key: 'x' } }])
      await store.write([{ table: OTHER, key: 'first', row: { jobId: '1' } }])
      await store.write([{ table: OTHER, key: 'refused', row: { jobId: '1' }, expect: 1 }])
      // Repeats writes: a store that starts to listen must report these writes, or that it may have missed some.
      await repeated(() => store.write([{ table: OTHER, key: 'last', row: { jobId: '2' } }]), arrival)
      expect(told.filter((row) => row?.table === QUIET || row?.key === 'refused')).toEqual([])
      expect(told).toContainEqual({ table: OTHER, key: 'last' })
    })

    it('rejects calls after closing, which may be repeated', async () => {
      const store = await open()
      await store.close()
      await store.close()
      await expect(store.read(TABLE, ['a'])).rejects.toMatchObject({ code: 'closed' })
      await expect(store.write([put('a', '1')])).rejects.toMatchObject({ code: 'closed' })
    })

    it.skipIf(openAgain === undefined)('has all written rows after reopening', async () => {
      const store = await open()
      await store.write([put('a', '1')])
      const again = await (openAgain as NonNullable<typeof openAgain>)(store)
      onTestFinished(() => again.close())
      expect((await again.read(TABLE, ['a']))[0]?.row).toEqual({ jobId: '1' })
    })

    it('equals a simple model in any history', async () => {
      const store = await opened()
      await fc.assert(
        fc.asyncProperty(fc.array(histories, { maxLength: STEPS }), async (steps) => {
          await store.deleteRange(TABLE, { limit: MAX_READ_ROWS })
          const model = new SimpleRows()
          for (const { keys, isGone, expected, range } of steps) {
            const writes = await Promise.all(
              keys.map(async (key): Promise<RowWrite> => {
                const [stored] = await store.read(TABLE, [key])
                const row = isGone ? undefined : { jobId: `${key} ${Math.abs(range.limit)}` }
                const revision = stored?.revision ?? 4
                const expect = expected === 'known' ? revision : expected === 'other' ? revision + 1 : expected
                return { table: TABLE, key, row, ...defined({ expect }) } as RowWrite
              }),
            )
            const isTaken = model.write(writes, expected)
            expect((await store.write(writes)) === undefined).toBe(isTaken)
            const listed = await store.range(TABLE, range)
            expect(listed.map(({ key, row }) => [key, row])).toEqual(model.range(range))
          }
        }),
        { numRuns: runs },
      )
    })
  })
}

/** Repeats `work` until `until` resolves. */
async function repeated(work: () => Promise<unknown>, until: Promise<void>): Promise<void> {
  let isOver = false
  const over = until.then(() => {
    isOver = true
  })
  while (!isOver) {
    await work()
    await Promise.race([over, new Promise((resolve) => void setImmediate(resolve))])
  }
}

const keys: fc.Arbitrary<string> = fc.constantFrom('a', 'a/b', 'a/c', 'b', 'b/~', 'c')

const histories: fc.Arbitrary<{
  keys: string[]
  isGone: boolean
  expected: 'absent' | 'known' | 'other' | undefined
  range: KeyRange
}> = fc
  .record({
    keys: fc.uniqueArray(keys, { minLength: 1, maxLength: 4 }),
    isGone: fc.boolean(),
    expected: fc.constantFrom('absent' as const, 'known' as const, 'other' as const, undefined),
    range: fc.record(
      {
        prefix: fc.constantFrom('a', 'a/', 'b'),
        after: keys,
        before: keys,
        limit: fc.integer({ min: 1, max: 5 }),
        descending: fc.boolean(),
      },
      { requiredKeys: ['limit'] },
    ),
  })
  .map((step) => (step.isGone && step.expected === 'absent' ? { ...step, expected: undefined } : step))
