import { LIMITS, type Storage } from '@utpid/core'
import type { ChangeNumber, Commit, ConcordanceRow } from '@utpid/core/storage'
import { CONCORDANCE_LIST, concordanceKey, concordanceRowId, emptyCommit } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { SAMPLE_TIME as AT } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

/** Codes with every character that a key may escape, and codes whose keys are hashes. */
const CODES = ['1', 'a:b', 'A\n1\\', '\u{1f600}', '\ud83d', 'ア"', 'x'.repeat(2_000), `${'x'.repeat(2_000)}!`]
const ROWS: readonly ConcordanceRow[] = [
  { id: CONCORDANCE_LIST, content: { giata: { since: AT, source: 'a "file"' }, vendor: { since: AT } } },
  ...CODES.map((code, at) => ({
    id: concordanceRowId({ supplier: 'alpha', code }),
    content: at % 2 === 0 ? { giata: [`${at}`] } : { giata: ['7', '8'], vendor: ['ア'] },
  })),
]

/** Tests the rows of stored concordances. */
export function testConcordances(bench: StorageBench): void {
  describe('concordances', () => {
    it('returns rows by id in input order, and undefined for an id without a row', async () => {
      const storage = await bench.open()
      expect(await storage.ledger.concordances(['alpha:1', CONCORDANCE_LIST])).toEqual([undefined, undefined])
      await write(storage, ROWS)
      const ids = [...ROWS.map(({ id }) => id).reverse(), 'alpha:unknown', ROWS[0]?.id as string]
      expect(await storage.ledger.concordances(ids)).toStrictEqual([...[...ROWS].reverse(), undefined, ROWS[0]])
      await expectError('validation_failed', () =>
        storage.ledger.concordances(Array.from({ length: LIMITS.idsPerRead + 1 }, (_, at) => `alpha:${at}`)),
      )
    })

    it('replaces a row, and removes a row without content', async () => {
      const storage = await bench.open()
      await write(storage, ROWS)
      const replaced = { id: 'alpha:1', content: { other: ['2'] } }
      await write(storage, [replaced, { id: 'alpha:a:b' }, { id: 'alpha:never' }])
      expect(await storage.ledger.concordances(['alpha:1', 'alpha:a:b', 'alpha:never'])).toStrictEqual([
        replaced,
        undefined,
        undefined,
      ])
      expect(await storage.ledger.scanConcordances(undefined, 100)).toHaveLength(ROWS.length - 1)
      await write(storage, [{ id: 'alpha:a:b', content: { giata: ['1'] } }])
      expect(await storage.ledger.scanConcordances(undefined, 100)).toHaveLength(ROWS.length)
    })

    it('scans rows, each once, in an order that is stable during writes and removals', async () => {
      const storage = await bench.open()
      const { ledger } = storage
      await write(storage, ROWS)
      const whole = await ledger.scanConcordances(undefined, 100)
      expect(byId(whole)).toStrictEqual(byId(ROWS))
      const seen: ConcordanceRow[] = []
      for (let page = await ledger.scanConcordances(undefined, 2); page.length > 0 && seen.length < 50; ) {
        seen.push(...page)
        // The last row of a page may be removed before the next page.
        await write(storage, [{ id: page.at(-1)?.id as string }])
        page = await ledger.scanConcordances(page.at(-1)?.id, 2)
      }
      expect(seen).toStrictEqual(whole)
    })

    it('names the rows in the change feed', async () => {
      const storage = await bench.open()
      const after = await write(storage, ROWS.slice(0, 2))
      await write(storage, [{ id: 'alpha:1' }, { id: 'alpha:\u{1f600}', content: { giata: ['1'] } }])
      await write(storage, [])
      const [change, other] = await storage.ledger.changes(after, 10)
      expect(change?.concordances).toEqual(['alpha:1', 'alpha:\u{1f600}'])
      expect(other).not.toHaveProperty('concordances')
    })

    it('notes the keys of written and removed rows as touched', async () => {
      const storage = await bench.open()
      const first = await write(storage, ROWS)
      const expecting = (id: string, readVersion: ChangeNumber): Promise<unknown> =>
        storage.ledger.commit({
          ...emptyCommit(AT, readVersion),
          preconditions: { records: [], products: [], keys: [concordanceKey(id)] },
        })
      await expectError('revision_conflict', () => expecting('alpha:1', first - 1))
      await expecting('alpha:1', first)
      const second = await write(storage, [{ id: 'alpha:1' }])
      await expectError('revision_conflict', () => expecting('alpha:1', second - 1))
      await expecting('alpha:a:b', second)
    })

    it('refuses two rows of one id in one commit', async () => {
      const storage = await bench.open()
      await expectError('validation_failed', () => write(storage, [{ id: 'alpha:1' }, { id: 'alpha:1' }]))
    })
  })
}

function byId(rows: readonly ConcordanceRow[]): Map<string, ConcordanceRow> {
  return new Map(rows.map((row) => [row.id, row]))
}

async function write({ ledger }: Storage, concordances: readonly ConcordanceRow[]): Promise<ChangeNumber> {
  const commit: Commit = { ...emptyCommit(AT, 0), concordances }
  return (await ledger.commit(commit)).change
}
