import { LIMITS } from '@utpid/core'
import type { AlertQuery } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { sampleAlert, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const ALERTS = [
  sampleAlert('000000000000000a', [1, 2], {
    informationGain: 500,
    confidence: 7_000,
    detectedAt: '2026-03-01T10:00:00.000Z',
  }),
  sampleAlert('000000000000000b', [1, 3], {
    informationGain: 900,
    confidence: 5_000,
    detectedAt: '2026-03-03T10:00:00.000Z',
  }),
  sampleAlert('000000000000000c', [2, 3], {
    informationGain: 500,
    confidence: 9_000,
    detectedAt: '2026-03-02T10:00:00.000Z',
  }),
  sampleAlert('000000000000000d', [1, 4], {
    informationGain: 100,
    confidence: 7_000,
    detectedAt: '2026-03-02T10:00:00.000Z',
    status: 'dismissed',
    resolvedAt: '2026-03-04T10:00:00.000Z',
    resolution: { by: 'person', decision: 1 },
  }),
]

/** Tests that alerts are found by status, product and id, in each order. */
export function testAlerts(bench: StorageBench): void {
  const ask = async (query: Partial<AlertQuery>): Promise<{ total: number; ids: string[] }> => {
    const storage = await bench.open()
    await write(storage, { alerts: ALERTS })
    const { total, alerts } = await storage.ledger.alerts({ order: 'informationGain', offset: 0, limit: 100, ...query })
    return { total, ids: alerts.map(({ id }) => id.slice(-1)) }
  }

  describe('alerts', () => {
    it.each([
      ['by information gain, ties by id', { order: 'informationGain' }, 'bacd'],
      ['by confidence, ties by id', { order: 'confidence' }, 'cadb'],
      ['newest first, ties by id', { order: 'detectedAt' }, 'bcda'],
      ['open ones only', { status: 'open' }, 'bac'],
      ['dismissed ones only', { status: 'dismissed' }, 'd'],
      ['of one product', { product: 1, order: 'confidence' }, 'adb'],
      ['of one product, open', { product: 1, status: 'open' }, 'ba'],
      ['one by id', { id: '000000000000000c' }, 'c'],
      ['one alert by id with another status', { id: '000000000000000c', status: 'merged' }, ''],
      ['of a product without alerts', { product: 9 }, ''],
    ] as const)('%s', async (_, query, expected) => {
      expect(await ask(query)).toEqual({ total: expected.length, ids: [...expected] })
    })

    it('pages through an order with the complete total', async () => {
      expect(await ask({ offset: 1, limit: 2 })).toEqual({ total: 4, ids: ['a', 'c'] })
      expect(await ask({ offset: 4, limit: 2 })).toEqual({ total: 4, ids: [] })
    })

    it('lists an alert in its new state only, also under another product', async () => {
      const storage = await bench.open()
      await write(storage, { alerts: ALERTS })
      expect(
        (await storage.ledger.alerts({ order: 'informationGain', offset: 0, limit: 10, status: 'merged' })).total,
      ).toBe(0)
      const [first] = ALERTS
      const moved = sampleAlert(first?.id as string, [5, 6], { status: 'merged', informationGain: 1 })
      await write(storage, { alerts: [moved] })
      const page = { order: 'informationGain', offset: 0, limit: 10 } as const
      expect(await storage.ledger.alerts({ ...page, status: 'merged' })).toStrictEqual({ total: 1, alerts: [moved] })
      expect((await storage.ledger.alerts({ ...page, product: 2 })).total).toBe(1)
      expect((await storage.ledger.alerts({ ...page, product: 6 })).total).toBe(1)
    })

    it('lists the open alerts of each product, by id', async () => {
      const { ledger, ...rest } = await bench.open()
      await write({ ledger, ...rest }, { alerts: ALERTS })
      const open = await ledger.openAlerts([4, 3, 1, 9, 3])
      const letters = open.map((alerts) => alerts.map(({ id }) => id.slice(-1)).join(''))
      expect(letters).toEqual(['', 'bc', 'ab', '', 'bc'])
      expect(open[1]).toStrictEqual([ALERTS[1], ALERTS[2]])
      const tooMany = Array.from({ length: LIMITS.idsPerRead + 1 }, (_, at) => at)
      await expectError('validation_failed', () => ledger.openAlerts(tooMany))
    })

    it('rejects a page that is too large, empty or negative', async () => {
      const { ledger } = await bench.open()
      const page = { order: 'informationGain', offset: 0, limit: 10 } as const
      await expectError('validation_failed', () => ledger.alerts({ ...page, limit: LIMITS.rowsPerPage + 1 }))
      await expectError('validation_failed', () => ledger.alerts({ ...page, limit: 0 }))
      await expectError('validation_failed', () => ledger.alerts({ ...page, offset: -1 }))
      await expectError('validation_failed', () => ledger.alerts({ ...page, order: 'age' as 'informationGain' }))
    })
  })
}
