import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyLookup } from '../../src/blocking/copy-keys.ts'
import { explainKeys } from '../../src/blocking/explain-keys.ts'
import { recordsPerKey } from '../../src/blocking/keys/key-value.ts'
import { ALL_GROUPS, addedKeys, type KeyRules, lookupKeys, recordKeys } from '../../src/blocking/record-keys.ts'
import { BLOCKING_RULES, PLACED_RULES } from '../../src/blocking/rules.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { RecordFeatures } from '../../src/features/record-features.ts'
import type { CustomBlockingRule } from '../../src/features/rules/blocking-rule.ts'
import { LIMITS } from '../../src/model/limits.ts'
import { arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'
import { FIXED_KEYS } from './fixed-keys.ts'

const PLAIN: KeyRules = { salt: 1, blockingRules: [] }
const PHONE = extractFeatures({ phone: '0142603070' }, { supplier: 'alpha', code: '1' })

function ruleOf(change: Partial<CustomBlockingRule>): CustomBlockingRule {
  return { name: 'own', version: 1, description: 'Test.', strength: 'firm', contents: () => ['a'], ...change }
}

function rulesWith(...blockingRules: readonly CustomBlockingRule[]): KeyRules {
  return { ...PLAIN, blockingRules }
}

/** Returns the keys that a rule adds to a record. */
function keysBy(change: Partial<CustomBlockingRule>, features: RecordFeatures = PHONE): number[] {
  const known = new Set(recordKeys(features, PLAIN))
  return recordKeys(features, rulesWith(ruleOf(change))).filter((key) => !known.has(key))
}

test('the rules of utpid have unique names in snake case and descriptions', () => {
  const rules = [...BLOCKING_RULES, ...PLACED_RULES]
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const { name, description } of rules) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(description).toMatch(/\.$/)
  }
})

describe('an added rule', () => {
  test('gives one key for each distinct content, up to its limit', () => {
    expect(keysBy({ contents: () => [] })).toEqual([])
    expect(keysBy({ contents: () => [''] })).toEqual([])
    expect(keysBy({ contents: () => ['a', 'b', 'a'] }).length).toBe(2)
    expect(keysBy({ contents: () => ['a', 'b', 'c', 'd', 'e'] }).sort()).toEqual(
      keysBy({ contents: () => ['a', 'b', 'c', 'd'] }).sort(),
    )
  })

  test('counts the first characters of a long content', () => {
    const long = 'x'.repeat(LIMITS.addedKeyCharacters)
    expect(keysBy({ contents: () => [`${long}y`] })).toEqual(keysBy({ contents: () => [long] }))
    expect(keysBy({ contents: () => [long.slice(1)] })).not.toEqual(keysBy({ contents: () => [long] }))
  })

  test('has keys of its own name and version', () => {
    const changes = [{}, { name: 'other' }, { version: 2 }, { contents: () => ['b'] }]
    expect(new Set(changes.flatMap((change) => keysBy(change))).size).toBe(changes.length)
  })

  test('has keys of its strength and round', () => {
    const [firm = 0] = keysBy({})
    const [loose = 0] = keysBy({ strength: 'loose' })
    expect(recordsPerKey(firm)).toBe(LIMITS.recordsPerKey)
    expect(recordsPerKey(loose)).toBe(LIMITS.recordsPerWeakKey)
    const rounds = [{}, { wide: true }].map((change) => lookupKeys(PHONE, rulesWith(ruleOf(change))).at(-1)?.wide)
    expect(rounds).toEqual([false, true])
  })

  test.each(FIXED_KEYS)('with the contents of a rule of utpid shares none of its keys: $title', ({ content, own }) => {
    const features = extractFeatures(content, own)
    const names = BLOCKING_RULES.map(({ name, contents }) => ruleOf({ name, contents }))
    const known = new Set(recordKeys(features, PLAIN))
    expect([...addedKeys(features, rulesWith(...names)).keys()].filter((key) => known.has(key))).toEqual([])
  })

  test('sees the features of added fields, and the explanation names field and rule', () => {
    const features = { ...PHONE, added: { pool: 'salt water', view: 'sea' }, stars: 4 }
    const rules = rulesWith(
      ruleOf({
        name: 'pool_stars',
        contents: ({ added = {}, stars }) => (added.pool ? [`${added.pool}:${stars}`] : []),
      }),
    )
    const [[key, rule] = []] = addedKeys(features, rules)
    expect(rule).toBe('pool_stars')
    const origins = explainKeys(features, (each) => recordKeys(each, rules))
    expect(origins.get(key as number)).toEqual({ from: ['stars', 'added.pool'], words: [] })
  })
})

test('with any added rules, a record keeps its own keys, its own code and its limits, and its lookup has every key', () => {
  const rule = fc.record({
    name: fc.constantFrom('one', 'two', 'three', 'four'),
    contents: fc.array(fc.string(), { maxLength: 8 }).map((contents) => () => contents),
    wide: fc.boolean(),
  })
  fc.assert(
    fc.property(arbitraryContent, arbitraryOwn, fc.array(rule, { maxLength: 12 }), (content, own, changes) => {
      const features = extractFeatures(content, own)
      const rules = rulesWith(...changes.map((change, at) => ruleOf({ ...change, version: at + 1 })))
      const stored = recordKeys(features, rules)
      expect(stored.length).toBeLessThan(LIMITS.keysPerRecord)
      expect(stored).toEqual([...new Set(stored)].toSorted((a, b) => a - b))
      expect(recordKeys(features, PLAIN).filter((key) => !stored.includes(key))).toEqual([])
      for (const { key } of copyLookup(features, rules.salt)) expect(stored).toContain(key)
      for (const groups of [undefined, ALL_GROUPS]) {
        const lookup = lookupKeys(features, rules, groups)
        expect(lookup.length).toBeLessThanOrEqual(LIMITS.keysPerLookup)
        const asked = new Set(lookup.map(({ key }) => key))
        expect(stored.filter((key) => !asked.has(key))).toEqual([])
      }
      const added = [...addedKeys(features, rules).keys()]
      const kept = added.filter((key) => stored.includes(key)).length
      expect(kept === added.length || stored.length >= LIMITS.keysPerRecord - 7).toBe(true)
    }),
    runs(300),
  )
})
