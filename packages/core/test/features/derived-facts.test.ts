import { expect, test } from 'vitest'
import { CachedValue } from '../../src/features/cached-value.ts'
import { decodeFeatures, encodeFeatures } from '../../src/features/codec/feature-layout.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { NameFeatures, RecordFeatures } from '../../src/features/record-features.ts'

const length = new CachedValue<NameFeatures, number>()
const initial = new CachedValue<NameFeatures, string>()
const score = new CachedValue<RecordFeatures, number>()

const zephyr = (): RecordFeatures => extractFeatures({ name: 'Hotel Zephyr' })
const nameOf = ({ names: [name] }: RecordFeatures): NameFeatures => name as NameFeatures

test('each fact belongs to one object', () => {
  const name = nameOf(zephyr())
  expect(length.get(name)).toBeUndefined()
  length.set(name, 12)
  expect([length.get(name), initial.get(name)]).toEqual([12, undefined])
  initial.set(name, 'h')
  expect([length.get(name), initial.get(name)]).toEqual([12, 'h'])
  expect(length.get(nameOf(zephyr()))).toBeUndefined()
})

test('a copy has no facts, since it may differ', () => {
  const features = zephyr()
  score.set(features, 7)
  const moved = { ...features, city: 'paris' }
  expect(score.get(moved)).toBeUndefined()
  // Facts also exist for objects that a caller assembled.
  score.set(moved, 8)
  expect([score.get(features), score.get(moved)]).toEqual([7, 8])
  expect(score.get(structuredClone(features))).toBeUndefined()
})

test('facts appear neither in comparisons nor in storage', () => {
  const plain = zephyr()
  const used = zephyr()
  score.set(used, 7)
  length.set(nameOf(used), 12)
  expect(used).toEqual(plain)
  expect(JSON.stringify(used)).toBe(JSON.stringify(plain))
  expect(encodeFeatures(used)).toEqual(encodeFeatures(plain))
  expect(score.get(decodeFeatures(encodeFeatures(used)))).toBeUndefined()
})
