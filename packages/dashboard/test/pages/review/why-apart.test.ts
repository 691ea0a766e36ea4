import { NON_MATCH_REASONS } from '@utpid/core/codes'
import type { NonMatchCode } from '@utpid/core/operations'
import { expect, test } from 'vitest'
import { type NonMatchReason, nonMatchText } from '../../../src/pages/review/non-match-text.ts'
import { likelihood } from '../../../src/ui/show-values.ts'

const [a, b] = [
  { supplier: 'bedbank', code: '1' },
  { supplier: 'expo', code: '2' },
]
const judgement = {
  records: [a, b] as const,
  verdict: 'different' as const,
  actor: 'anna',
  at: '2026-11-22T12:00:00.000Z',
  change: 7,
}
const verified = { kind: 'verified', actor: 'anna', at: judgement.at, method: 'manual' } as const
const pinned = { kind: 'pinned', actor: 'ben', at: judgement.at, field: 'postalCode' } as const

/** For each code, a reason with the expected sentence. */
const REASONS: { readonly [Code in NonMatchCode]: readonly [Extract<NonMatchReason, { code: Code }>, RegExp] } = {
  inactive: [{ code: 'inactive', side: 'a', status: 'inactive', deletion: null }, /first one has become inactive/],
  judged_different: [
    { code: 'judged_different', direct: true, judgements: [judgement], total: 1, through: [] },
    /^anna \(.*2026.*\) decided that these two are different/,
  ],
  code_known: [{ code: 'code_known', utpid: 'UTP-1', drifted: false }, /UTP-1/],
  copy: [{ code: 'copy', side: 'b', record: a }, /second one has the same content as Bed Bank 1 /],
  no_common_key: [{ code: 'no_common_key', a: [], b: [] }, /never compared/],
  skipped_keys: [{ code: 'skipped_keys', keys: [] }, /limit/],
  city_keys_not_used: [{ code: 'city_keys_not_used', keys: [] }, /city/],
  vetoed: [
    { code: 'vetoed', comparisons: [{ name: 'number', level: 'different', bits: -10, input: '1', record: '2' }] },
    /veto.*number, different/,
  ],
  same_supplier: [
    { code: 'same_supplier', supplier: 'bedbank', weight: 11.85, needs: 15.48, bitsShort: 3.63 },
    /codes of one supplier, Bed Bank: .*15\.5 bits.*11\.8 bits/,
  ],
  below_match: [
    { code: 'below_match', confidence: 0.85, threshold: 0.9, bitsShort: 0.6, costliest: [], alertId: null },
    /85 % likely.*at least 90 %.*0\.6 bits/,
  ],
  curated_apart: [
    { code: 'curated_apart', a: [verified], b: [pinned] },
    /verified by anna, the second pinned \(postal code\) by ben/,
  ],
  other_pair_forbids: [
    { code: 'other_pair_forbids', pairs: [{ a, b, by: 'veto', weight: -6.6 }], total: 3 },
    /Bed Bank 1 and expo 2 \(a veto\), and 2 more/,
  ],
  clusters_disagree: [{ code: 'clusters_disagree', mean: 0.2, threshold: 0.29, pairs: 6 }, /6 pairs.*20 %.*29 %/],
  ambiguous: [{ code: 'ambiguous', competingUtpid: 'UTP-1', bitsAhead: 1, needs: 3 }, /UTP-1.*1\.0 bits.*3\.0 bits/],
  other_product: [{ code: 'other_product', utpid: 'UTP-1', confidence: 1 }, /UTP-1, 99\.9 %/],
  other_code_of_supplier: [{ code: 'other_code_of_supplier', codes: [a] }, /Bed Bank 1/],
  not_merged_yet: [{ code: 'not_merged_yet' }, /limit of their size/],
  different_profile: [
    {
      code: 'different_profile',
      a: { category: 'hotel', profile: 'lodging' },
      b: { category: null, profile: 'activity' },
    },
    /hotel and activity/,
  ],
}

test.each(Object.keys(NON_MATCH_REASONS) as NonMatchCode[])('%s is explained in one sentence', (code) => {
  const [reason, said] = REASONS[code]
  const sentence = nonMatchText(reason, (id) => (id === 'bedbank' ? 'Bed Bank' : id))
  expect(sentence).toMatch(said)
  expect(sentence).toMatch(/^[A-Z\w].*\.$/)
  expect(sentence).not.toContain('undefined')
  expect(sentence.replaceAll(/\d\.\d/g, '').match(/\.( |$)/g)).toHaveLength(1)
})

test('the model is never certain', () => {
  expect(likelihood(1)).toBe('99.9 %')
  expect(likelihood(0.8531)).toBe('85.3 %')
})
