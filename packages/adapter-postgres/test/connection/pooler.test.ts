import { createRegistry } from '@utpid/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage, type PostgresStorageOptions } from '../../src/index.ts'
import { poolerAddress, poolerProgram } from '../support/server/own-pooler.ts'

const program = poolerProgram()
const HOTELS = 40

if (program === undefined) console.warn('SKIPPED: pgbouncer is not installed, so no test uses a pooler.')

describe.skipIf(program === undefined)('behind pgbouncer', () => {
  it.each([
    ['session', {}],
    ['transaction', { prepare: false }],
  ] as const)('many can write and read at once with pooling by %s', async (mode, options) => {
    const { registry, storage } = await opened(mode, options)
    const hotels = Array.from({ length: HOTELS }, (_, at) => hotel(at))
    await Promise.all(hotels.map((each) => registry.upsert(each)))
    expect((await registry.search('hotel')).total).toBe(HOTELS)
    expect((await registry.stats()).records.total).toBe(HOTELS)
    const changes = await storage.ledger.changes(0, 100)
    expect(changes.map(({ change }) => change)).toEqual(changes.map((_, at) => at + 1))
    expect(new Set(changes.flatMap(({ records }) => records)).size).toBe(HOTELS)
  })

  it('receives changes with session pooling', async () => {
    const { registry, storage } = await opened('session', {})
    const heard = new Promise<void>((resolve) => void storage.onChange?.(() => resolve()))
    await registry.upsert(hotel(1))
    await heard
  })
})

function hotel(at: number): Parameters<Awaited<ReturnType<typeof createRegistry>>['upsert']>[0] {
  return { supplier: 'alpha', code: `A${at}`, category: 'stay', name: `Hotel Number ${at}`, country: 'FI' }
}

async function opened(
  mode: 'session' | 'transaction',
  options: PostgresStorageOptions,
): Promise<{
  readonly storage: Awaited<ReturnType<typeof openPostgresStorage>>
  readonly registry: Awaited<ReturnType<typeof createRegistry>>
}> {
  const connectionString = await poolerAddress(program as string, mode)
  const storage = await openPostgresStorage({ connectionString, ...options })
  onTestFinished(() => storage.close())
  return { storage, registry: await createRegistry({ storage }) }
}
