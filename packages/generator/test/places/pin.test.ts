import { expect, test } from 'vitest'
import { metersBetween, moveByMeters, moveInAnyDirection, pinOf, roundedDegrees } from '../../src/places/pin.ts'
import { Random } from '../../src/random/random.ts'

test.each([0, 48.85, -33.9, 69.6])('a move at latitude %d has the requested length in all directions', (latitude) => {
  const pin = pinOf([latitude, 2.35])
  const random = new Random(4)
  const quarters = new Set<string>()
  for (let i = 0; i < 60; i++) {
    const moved = moveInAnyDirection(random, pin, 140)
    expect(metersBetween(pin, moved)).toBeGreaterThan(139)
    expect(metersBetween(pin, moved)).toBeLessThan(141)
    quarters.add(`${moved.latitude > pin.latitude} ${moved.longitude > pin.longitude}`)
  }
  expect(quarters.size).toBe(4)
})

test('agrees with the great circle: a degree of latitude is 111.2 km, of longitude at 60 degrees half of it', () => {
  expect(metersBetween(pinOf([10, 5]), pinOf([11, 5]))).toBeCloseTo(111_195, -2)
  expect(metersBetween(pinOf([60, 5]), pinOf([60, 6])) / 111_195).toBeCloseTo(0.5, 4)
})

test('a move never leaves the map', () => {
  const { latitude, longitude } = moveByMeters(pinOf([89.9999, 179.9999]), 5_000, 5_000)
  expect(latitude).toBe(900_000_000)
  expect(longitude).toBe(1_800_000_000)
})

test('degrees are printed with at most the given number of decimals', () => {
  expect([7, 6, 5, 4].map((decimals) => String(roundedDegrees(488_588_633, decimals)))).toEqual([
    '48.8588633',
    '48.858863',
    '48.85886',
    '48.8589',
  ])
})
