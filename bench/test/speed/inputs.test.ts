import type { RecordRow } from '@utpid/core/storage'
import { expect, it } from 'vitest'
import { seededRandom } from '../../harness/seeded-random.ts'
import { drawnFields } from '../../speed/inputs/draw-inputs.ts'

const INPUTS = 10_000

const RECORD = {
  supplier: 'bedbank',
  code: 'B-1',
  name: 'Hotel Silberner Biber',
  category: 'hotel',
  location: { city: 'Wien', country: 'AT', coordinates: { latitude: 48.2, longitude: 16.37 } },
  identifiers: { licence: 'L-1' },
} as unknown as RecordRow['record']

function drawn(record: RecordRow['record']): ReturnType<typeof drawnFields>[] {
  const random = seededRandom(7)
  return Array.from({ length: INPUTS }, () => drawnFields({ record }, random))
}

it('asks without what only the supplier knows', () => {
  for (const input of drawn(RECORD)) {
    expect(input).not.toHaveProperty('supplier')
    expect(input).not.toHaveProperty('code')
    expect(input).not.toHaveProperty('identifiers')
    expect(input.location?.city).toBe('Wien')
  }
})

it('keeps the coordinates of four of five inputs, and misspells three of ten names', () => {
  const inputs = drawn(RECORD)
  const located = inputs.filter(({ location }) => location?.coordinates !== undefined).length
  const misspelt = inputs.filter(({ name }) => name !== RECORD.name).length
  // The tolerance is four standard deviations.
  expect(Math.abs(located / INPUTS - 0.8)).toBeLessThan(0.016)
  // The two swapped letters may be equal, so fewer names change.
  expect(Math.abs(misspelt / INPUTS - 0.3)).toBeLessThan(0.025)
})

it('leaves a name of short words and a record without coordinates as they are', () => {
  const { coordinates: _coordinates, ...location } = RECORD.location ?? {}
  for (const input of drawn({ ...RECORD, name: 'Am Zoo 7', location })) {
    expect(input.name).toBe('Am Zoo 7')
    expect(input.location).toEqual(location)
  }
})
