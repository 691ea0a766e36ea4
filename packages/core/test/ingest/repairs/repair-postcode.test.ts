import { expect, test } from 'vitest'
import { restorePostcodeZero } from '../../../src/ingest/repairs/repair-postcode.ts'

test.each([
  ['1000', 'FR', '01000'],
  ['1067', 'DE', '01067'],
  ['2134', 'US', '02134'],
  ['800', 'AU', '0800'],
  ['600001', 'JP', '0600001'],
  ['75002', 'FR', '75002'],
  // No repair: two missing zeros, countries with four digits, an unknown country, and letters.
  ['100', 'FR', '100'],
  ['1010', 'AT', '1010'],
  ['1010', undefined, '1010'],
  ['2A00', 'FR', '2A00'],
])('%s in %s is %s', (postcode, country, expected) => {
  expect(restorePostcodeZero(postcode, country)).toBe(expected)
})
