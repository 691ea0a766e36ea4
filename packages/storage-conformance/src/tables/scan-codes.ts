import { LIMITS, type Storage } from '@utpid/core'
import type { CodeEntry, Ledger } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { deactivatedRecord, sampleStay, together, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const LONG = 'x'.repeat(LIMITS.codeCharacters - 1)

/**
 * Codes that are prefixes of each other, codes of the maximum length and longer codes, and texts that few key formats
 * can store unchanged.
 */
const CODES: readonly string[] = [
  'A',
  'A1',
  'A10',
  'A\n',
  '\u0000',
  '東京/12',
  '😀',
  '\ud83d',
  '\uffff',
  `${LONG}1`,
  `${LONG}2`,
  'ア'.repeat(LIMITS.codeCharacters),
  `${'x'.repeat(2_000)}1`,
  `${'x'.repeat(2_000)}2`,
  `${'x'.repeat(2_000)}3`,
]

/** Supplier ids with a common prefix. One id contains a separator that a careless key format may use. */
const SUPPLIERS: readonly string[] = ['alp', 'alpha', 'alpha-2', 'alpha2']

/** Returns a different id for each code. The order of the ids is unrelated to the codes. */
function recordIdOf(supplier: string, at: number): number {
  return 1 + (((SUPPLIERS.indexOf(supplier) * CODES.length + at) * 37) % 101)
}

function coded(supplier: string, code: string, id: number, revision = 1): ReturnType<typeof sampleStay> {
  return sampleStay(id, id, { record: { revision, record: { supplier, code, name: 'Hotel' } } })
}

async function fill(storage: Storage): Promise<void> {
  const stays = SUPPLIERS.flatMap((supplier) =>
    CODES.map((code, at) => coded(supplier, code, recordIdOf(supplier, at))),
  )
  await write(storage, together(...stays))
}

/**
 * Scans all codes of a supplier. The number of pages is limited, so that a scan without progress fails and does not run
 * for ever.
 */
async function scanAll(ledger: Ledger, supplier: string, limit: number): Promise<CodeEntry[]> {
  const seen: CodeEntry[] = []
  for (let after: string | undefined; seen.length <= CODES.length * 2; after = seen.at(-1)?.code) {
    const page = await ledger.scanCodes(supplier, after, limit)
    if (page.length === 0) break
    seen.push(...page)
  }
  return seen
}

/** Tests that a scan returns the records of one supplier, ordered by code. */
export function testScanCodes(bench: StorageBench): void {
  describe('scanning the codes of a supplier', () => {
    it.each([1, 2, 3, 7, 100])(
      'returns every code of the supplier once with its record, in pages of %d',
      async (limit) => {
        const storage = await bench.open()
        await fill(storage)
        for (const supplier of SUPPLIERS) {
          const seen = await scanAll(storage.ledger, supplier, limit)
          expect(seen).toHaveLength(CODES.length)
          expect(new Map(seen.map(({ code, recordId }) => [code, recordId]))).toEqual(
            new Map(CODES.map((code, at) => [code, recordIdOf(supplier, at)])),
          )
        }
      },
    )

    it('fills every page but the last, with the same order for all page sizes', async () => {
      const storage = await bench.open()
      await fill(storage)
      const { ledger } = storage
      const whole = await ledger.scanCodes('alpha', undefined, LIMITS.rowsPerPage)
      expect(await scanAll(ledger, 'alpha', 4)).toStrictEqual(whole)
      for (const [at, { code }] of whole.entries()) {
        expect(await ledger.scanCodes('alpha', code, 2), code).toStrictEqual(whole.slice(at + 1, at + 3))
      }
    })

    it('returns inactive records, and nothing for a supplier without records', async () => {
      const storage = await bench.open()
      await write(storage, together(sampleStay(11, 1), sampleStay(12, 2)))
      await write(storage, { records: [deactivatedRecord(11, 2)], unlinked: [11], removedProducts: [1] })
      const seen = await storage.ledger.scanCodes('alpha', undefined, 10)
      expect(new Map(seen.map(({ code, recordId }) => [code, recordId]))).toEqual(
        new Map([
          ['A11', 11],
          ['A12', 12],
        ]),
      )
      expect(await storage.ledger.scanCodes('beta', undefined, 10)).toEqual([])
      expect(await storage.ledger.scanCodes('', undefined, 10)).toEqual([])
    })

    it('returns every permanent code once and in order, while others are added and rows change', async () => {
      const storage = await bench.open()
      await fill(storage)
      const whole = await scanAll(storage.ledger, 'alpha', 100)
      const seen: CodeEntry[] = []
      for (let after: string | undefined; seen.length <= CODES.length * 3; after = seen.at(-1)?.code) {
        const page = await storage.ledger.scanCodes('alpha', after, 2)
        if (page.length === 0) break
        seen.push(...page)
        const { code = '', recordId = 0 } = whole[(seen.length * 5) % whole.length] ?? {}
        await write(
          storage,
          together(
            coded('alpha', code, recordId, seen.length + 1),
            coded('alpha', `B${seen.length}`, 1_000 + seen.length),
            coded('alpha-2', `B${seen.length}`, 2_000 + seen.length),
          ),
        )
      }
      expect(new Set(seen.map(({ code }) => code)).size).toBe(seen.length)
      expect(
        seen.every(({ recordId }) => recordId < 2_000),
        'none of another supplier',
      ).toBe(true)
      expect(seen.filter(({ code }) => CODES.includes(code))).toStrictEqual(whole)
    })

    it('returns its own lists', async () => {
      const storage = await bench.open()
      await fill(storage)
      const first = await storage.ledger.scanCodes('alpha', undefined, 100)
      first.length = 0
      expect(await storage.ledger.scanCodes('alpha', undefined, 100)).toHaveLength(CODES.length)
    })

    it('rejects pages that are empty or too large', async () => {
      const { ledger } = await bench.open()
      await expectError('validation_failed', () => ledger.scanCodes('alpha', undefined, 0))
      await expectError('validation_failed', () => ledger.scanCodes('alpha', undefined, LIMITS.rowsPerPage + 1))
    })
  })
}
