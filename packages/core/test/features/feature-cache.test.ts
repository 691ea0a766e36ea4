import { expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract-features.ts'
import { FeatureCache } from '../../src/features/feature-cache.ts'
import { decodeFeatures, encodeFeatures } from '../../src/features/feature-layout.ts'
import { CURRENT_RULES } from '../../src/features/index-version.ts'

const bytesOf = (name: string): Uint8Array => encodeFeatures(extractFeatures({ name, stars: 3 }))

test('the same bytes are remembered when they are asked for again, wherever they lie', () => {
  const cache = new FeatureCache(CURRENT_RULES)
  const bytes = bytesOf('Hotel Zephyr')
  expect(cache.decode(7, bytes)).toEqual(decodeFeatures(bytes))
  const first = cache.decode(7, bytes)
  expect(first).toEqual(decodeFeatures(bytes))
  const elsewhere = new Uint8Array(bytes.length + 10)
  elsewhere.set(bytes, 5)
  expect(cache.decode(7, elsewhere.subarray(5, 5 + bytes.length))).toBe(first)
})

test('other bytes of a record are decoded anew, of equal length too', () => {
  const cache = new FeatureCache(CURRENT_RULES)
  for (let time = 0; time < 2; time++) cache.decode(7, bytesOf('Hotel Zephyr'))
  expect(cache.decode(7, bytesOf('Hotel Zephyx'))).toEqual(decodeFeatures(bytesOf('Hotel Zephyx')))
  expect(cache.decode(7, bytesOf('Zephyr'))).toEqual(decodeFeatures(bytesOf('Zephyr')))
})

test('what an index does with its buffer afterwards does not reach what is remembered', () => {
  const cache = new FeatureCache(CURRENT_RULES)
  const bytes = bytesOf('Hotel Zephyr')
  cache.decode(7, bytes)
  const kept = cache.decode(7, bytes)
  bytes.fill(0)
  expect(cache.decode(7, bytesOf('Hotel Zephyr'))).toBe(kept)
})
