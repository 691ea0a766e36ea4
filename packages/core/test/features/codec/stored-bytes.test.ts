import { expect, test } from 'vitest'
import { decodeFeatures, encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { FIXED_FEATURES } from './fixed-features.ts'

test.each(FIXED_FEATURES)('$title: features have the same bytes in every release', ({ features, hex }) => {
  expect(Buffer.from(encodeFeatures(features)).toString('hex')).toBe(hex)
  expect({ ...decodeFeatures(Buffer.from(hex, 'hex')) }).toEqual(features)
})
