import { emptyCommit } from '@utpid/core/storage'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../support/test-schema.ts'

const AT = '2026-03-01T12:00:00.000Z'

it('counts alerts, including alerts that another process wrote after the last count', async () => {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const open = async () => {
    const storage = await openPostgresStorage({ connectionString: await testServer(), schema })
    onTestFinished(() => storage.close())
    return storage
  }
  const [one, other] = [await open(), await open()]
  const totals = async (): Promise<number[]> => {
    const page = { order: 'confidence', offset: 0, limit: 1 } as const
    const pages = [{ ...page, status: 'open' } as const, page, { ...page, product: 1 }]
    return (await Promise.all(pages.map((query) => one.ledger.alerts(query)))).map(({ total }) => total)
  }
  const put = async (ids: readonly string[], status: 'open' | 'withdrawn'): Promise<unknown> => {
    const row = {
      records: [1, 2],
      confidence: 1,
      informationGain: 1,
      status,
      detectedAt: AT,
      model: 'sample-1',
      tfVersion: 0,
    } as const
    const alerts = ids.map((id) => ({ ...row, id: id.padStart(16, '0'), products: [1, 2] as const }))
    return await other.ledger.commit({ ...emptyCommit(AT, 0), alerts })
  }
  expect(await totals()).toEqual([0, 0, 0])
  await put(['a', 'b', 'c'], 'open')
  for (const _ of ['counted', 'remembered']) expect(await totals()).toEqual([3, 3, 3])
  await put(['b'], 'withdrawn')
  for (const _ of ['counted', 'remembered']) expect(await totals()).toEqual([2, 3, 3])
})
