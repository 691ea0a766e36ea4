import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { expect, it } from 'vitest'
import { mapInputs } from '../../src/jobs/map-inputs.ts'

const giveWay = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

it('rejects with the error of the registry, without an unhandled rejection that would end the process', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown): void => void unheard.push(error)
  process.on('unhandledRejection', hear)
  const registry = await createRegistry({ storage: createMemoryStorage(), yield: giveWay })
  await registry.close()
  const items = Array.from({ length: 200 }, (_, at) => ({ text: JSON.stringify({ name: `Hotel ${at}` }) }))
  await expect(mapInputs(registry, items, { yieldNow: giveWay })).rejects.toMatchObject({ code: 'closed' })
  await giveWay()
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})
