import { expect, test } from 'vitest'
import { LIMITS } from '../../src/model/limits.ts'
import { openRegistry } from '../support/open-registry.ts'
import { spot } from '../support/small-world.ts'

const SUPPLIERS = 70

/** Returns records of one hotel from more suppliers than the record limit of its place key. */
function listings(names: readonly string[]): object[] {
  return Array.from({ length: SUPPLIERS }, (_, at) => ({
    supplier: `s${at}`,
    code: '1',
    name: names[at % names.length],
    category: 'hotel',
    location: { city: 'Paris', country: 'FR', coordinates: spot(at % 7, at % 5) },
  }))
}

test.each([
  ['a rare word', ['Hotel Quxwelby', 'QUXWELBY', 'The Quxwelby Hotel']],
  ['two common words', ['Hotel Opera Lyon', 'OPERA LYON', 'Opéra-Lyon Paris']],
  ['one common word', ['Hotel Opera', 'OPERA', 'Hôtel de l’Opéra']],
])('a hotel of more suppliers than the limit of a weak key is one product by %s', async (_what, names) => {
  expect(SUPPLIERS).toBeGreaterThan(LIMITS.recordsPerWeakKey)
  const { registry } = await openRegistry()
  const { skippedKeys } = await registry.import(listings(names), { batchSize: 16 })
  expect(skippedKeys).toBeGreaterThan(0)
  expect((await registry.stats()).products.total).toBe(1)
})
