import { distanceInMeters } from '@utpid/core'
import { expect, test } from 'vitest'
import { seededRandom } from '../../harness/seeded-random.ts'
import { blurredRow } from '../../quality/suppliers/blurred-row.ts'
import { countPairs } from '../../quality/suppliers/code-pairs.ts'

const POINT: [number, number] = [48.86, 2.34]

test('a blurred row is anywhere within the radius, as often as the area is large', () => {
  const random = seededRandom(3)
  const row = { name: 'Bellano', location: { city: 'Paris', coordinates: POINT } }
  const distances = Array.from({ length: 4_000 }, () => {
    const { location } = blurredRow(row, 300, random) as typeof row
    expect(location.city).toBe('Paris')
    return distanceInMeters(POINT, location.coordinates)
  })
  expect(Math.max(...distances)).toBeLessThan(301)
  // Half of the radius has a quarter of the area.
  const near = distances.filter((distance) => distance < 150).length / distances.length
  expect(Math.abs(near - 0.25)).toBeLessThan(0.03)
})

test('a row without coordinates stays unchanged', () => {
  const row = { name: 'Bellano', location: { city: 'Paris' } }
  expect(blurredRow(row, 300, seededRandom(3))).toBe(row)
})

test('counts pairs of one product, the joined ones, and joined pairs of two products', () => {
  const codes = [
    { supplier: 'w', product: 1, utpid: 10 },
    { supplier: 'w', product: 1, utpid: 10 },
    { supplier: 'w', product: 1, utpid: 11 },
    { supplier: 'w', product: 2, utpid: 11 },
    { supplier: 'o', product: 2, utpid: 11 },
    { supplier: 'o', product: 1, utpid: 11 },
  ]
  const isW = (one: string, other: string): boolean => one === 'w' && other === 'w'
  expect(countPairs(codes, isW)).toEqual({ same: 3, joined: 1, wrong: 1 })
  expect(countPairs(codes, (one, other) => one !== other)).toEqual({ same: 4, joined: 2, wrong: 2 })
})
