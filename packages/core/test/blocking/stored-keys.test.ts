import { expect, test } from 'vitest'
import { AIRPORT_SCALE, ALONE_SCALE, NAMED_SCALE } from '../../src/blocking/key-scale.ts'
import { ALL_GROUPS, type LookupKey, lookupKeys, recordKeys } from '../../src/blocking/record-keys.ts'
import { hashTextHex } from '../../src/encoding/hash.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { FIXED_KEYS, FIXED_SALT } from './fixed-keys.ts'

const SCALES = [undefined, ALONE_SCALE, NAMED_SCALE, AIRPORT_SCALE]

function checksum(lookup: readonly LookupKey[]): string {
  const lines = lookup.map(({ key, slot, scale, own, wide }) => [key, slot, SCALES.indexOf(scale), own, wide].join())
  return hashTextHex(lines.join('\n'))
}

test.each(FIXED_KEYS)('$title: keys stay the same in every release', ({ content, own, ...recorded }) => {
  const features = extractFeatures(content, own)
  expect(recordKeys(features, FIXED_SALT)).toEqual(recorded.stored)
  expect(checksum(lookupKeys(features, FIXED_SALT))).toBe(recorded.lookup)
  expect(checksum(lookupKeys(features, FIXED_SALT, ALL_GROUPS))).toBe(recorded.query)
})
