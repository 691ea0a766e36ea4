import type { Ledger, RecordRow, StoredRecord } from '@utpid/core/storage'
import { describe, expect, test } from 'vitest'
import { DETAILS_PER_READ, readDetails } from '../../../src/registry/records/read-details.ts'

const AT = '2026-03-01T12:00:00.000Z'

function storedRecord(id: number, parts: Partial<RecordRow> = {}): StoredRecord {
  const row = {
    id,
    revision: 1,
    record: { supplier: 'alpha', code: `A${id}`, name: 'Hotel' },
    contentHash: '',
    features: new Uint8Array(0),
    keys: [],
    firstSeenAt: AT,
    updatedAt: AT,
    deactivatedAt: AT,
  }
  return { row: { ...row, ...parts } }
}

const FIRST = storedRecord(1, { detailed: true })
const UNDETAILED = storedRecord(1, { revision: 2 })
const AGAIN = storedRecord(1, { revision: 3, detailed: true })

/** Returns a ledger whose reads return these answers, one after the other. */
function scripted(
  details: readonly ({ readonly fax: string } | undefined)[],
  records: readonly (StoredRecord | undefined)[],
): Pick<Ledger, 'getRecords' | 'details'> {
  const [nextDetails, nextRecords] = [details.values(), records.values()]
  return {
    details: async () => [nextDetails.next().value],
    getRecords: async () => [nextRecords.next().value],
  }
}

describe('reading the details of records', () => {
  test('returns records without details as they are, and reads nothing', async () => {
    const stored = [storedRecord(1), storedRecord(2)]
    expect(await readDetails(scripted([], []), stored)).toBe(stored)
  })

  test('returns a record as it is after another writer removed its details', async () => {
    const found = await readDetails(scripted([undefined], [UNDETAILED]), [FIRST])
    expect(found).toStrictEqual([UNDETAILED])
  })

  test('reads again after another writer removed details and added others', async () => {
    const found = await readDetails(
      scripted([undefined, undefined, { fax: '1' }], [AGAIN, storedRecord(1, { revision: 5, detailed: true })]),
      [FIRST],
    )
    expect(found).toStrictEqual([{ ...storedRecord(1, { revision: 5, detailed: true }), details: { fax: '1' } }])
  })

  test.each([
    ['the record is unchanged', FIRST],
    ['the record is missing', undefined],
  ])('fails if the details are missing and %s', async (_, current) => {
    await expect(readDetails(scripted([undefined], [current]), [FIRST], '/srv/registry')).rejects.toMatchObject({
      code: 'storage_corrupt',
      message: expect.stringContaining('in /srv/registry is damaged: record 1 has lost its details'),
    })
  })

  test('reads few records at a time, and returns them in order', async () => {
    const stored = Array.from({ length: 450 }, (_, id) => storedRecord(id, id % 2 === 0 ? { detailed: true } : {}))
    const reads: number[] = []
    const ledger = {
      details: async (ids: readonly number[]) => {
        reads.push(ids.length)
        return ids.map((id) => ({ bookings: id }))
      },
      getRecords: async () => [],
    }
    const found = await readDetails(ledger, stored)
    expect(found.map(({ row, details }) => [row.id, details?.bookings])).toEqual(
      stored.map(({ row: { id } }) => [id, id % 2 === 0 ? id : undefined]),
    )
    expect(reads).toEqual([DETAILS_PER_READ, DETAILS_PER_READ, 25])
  })
})
