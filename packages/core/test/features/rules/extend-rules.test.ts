import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeatureCodec } from '../../../src/features/codec/added-codecs.ts'
import type { AddedField } from '../../../src/features/rules/added-features.ts'
import type { CustomBlockingRule } from '../../../src/features/rules/blocking-rule.ts'
import { extendRules } from '../../../src/features/rules/extend-rules.ts'
import { CURRENT_RULES, INDEX_VERSION } from '../../../src/features/rules/index-version.ts'
import { LIMITS } from '../../../src/model/limits.ts'

const RULE: CustomBlockingRule = {
  name: 'own',
  version: 1,
  description: 'Test.',
  strength: 'firm',
  contents: () => ['a'],
}

function fieldOf(name: string, codec: FeatureCodec, of: AddedField['feature']['of'], version = 1): AddedField {
  return { name, version, feature: { codec, of } }
}
const POOL = fieldOf('pool', 'text', (value) => value as string)

/** Returns the features that a field adds for a value. */
function added(field: AddedField, value: unknown): unknown {
  const { extract } = extendRules({ fields: [field], blockingRules: [] })
  return extract({ name: 'Ritz', [field.name]: value }).added
}

function versionOf(fields: readonly AddedField[], ...blockingRules: readonly CustomBlockingRule[]): string {
  return extendRules({ fields, blockingRules }).version
}

describe('the version of extended rules', () => {
  test('without additions, the rules are those of utpid', () => {
    expect(extendRules({ fields: [], blockingRules: [] })).toBe(CURRENT_RULES)
  })

  test('differs for any two different additions, and keeps the salt', () => {
    const versions = [
      CURRENT_RULES.version,
      versionOf([POOL]),
      versionOf([{ ...POOL, version: 2 }]),
      versionOf([{ ...POOL, name: 'spa' }]),
      versionOf([{ ...POOL, feature: { ...POOL.feature, codec: 'texts' } }]),
      versionOf([POOL, { ...POOL, name: 'spa' }]),
      versionOf([], RULE),
      versionOf([], { ...RULE, version: 2 }),
      versionOf([], { ...RULE, name: 'other' }),
      versionOf([], { ...RULE, strength: 'loose' }),
      versionOf([], { ...RULE, wide: true }),
      versionOf([], RULE, { ...RULE, name: 'other' }),
      versionOf([POOL], RULE),
    ]
    expect(new Set(versions).size).toBe(versions.length)
    for (const version of versions)
      expect(version).toMatch(new RegExp(`^${INDEX_VERSION}-[0-9a-f]{8}(?:\\+(?:field|rule):[\\w.-]+)*$`))
    expect(extendRules({ fields: [POOL], blockingRules: [RULE] }).salt).toBe(CURRENT_RULES.salt)
  })

  test('does not depend on the order of additions', () => {
    const [spa, other] = [
      { ...POOL, name: 'spa' },
      { ...RULE, name: 'other' },
    ]
    expect(versionOf([POOL, spa], RULE, other)).toBe(versionOf([spa, POOL], other, RULE))
  })
})

describe('features of added fields', () => {
  test.each<[codec: FeatureCodec, value: unknown, feature: unknown]>([
    ['number', 4.5, 4.5],
    ['text', 'salt water', 'salt water'],
    ['text', '', undefined],
    ['text', 'a\ud800', 'a\ufffd'],
    ['text', '東'.repeat(400), '東'.repeat(333)],
    ['hashes', [3, 1, 2], [3, 1, 2]],
    ['hashes', [], undefined],
    ['hashes', Array(300).fill(7), Array(255).fill(7)],
    ['texts', ['b', 'a'], ['b', 'a']],
    ['texts', Array(100).fill('a'), Array(64).fill('a')],
    ['texts', [], undefined],
  ])('%s: %j', (codec, value, feature) => {
    expect(
      added(
        fieldOf('pool', codec, (given) => given as never),
        value,
      ),
    ).toEqual(feature === undefined ? undefined : { pool: feature })
  })

  test.each<[codec: FeatureCodec, value: unknown]>([
    ['number', Number.NaN],
    ['number', '4'],
    ['text', 4],
    ['hashes', [-1]],
    ['hashes', [2 ** 32]],
    ['hashes', ['a']],
    ['texts', [1]],
    ['texts', 'a'],
  ])('a feature that is not of the codec %s fails with the name of the field: %j', (codec, value) => {
    expect(() =>
      added(
        fieldOf('pool', codec, (given) => given as never),
        value,
      ),
    ).toThrow(`The field "pool" (version 1) failed: feature.of returned no value of the codec ${codec}.`)
  })

  test('a function that throws fails with the name of the field', () => {
    const thrower = fieldOf('pool', 'text', () => {
      throw new RangeError('too deep')
    })
    expect(() => added(thrower, 'x')).toThrow(
      'The field "pool" (version 1) failed: feature.of threw RangeError: too deep',
    )
    expect(added(thrower, undefined)).toBeUndefined()
  })

  test('beyond the bytes of a record are absent, whatever the values', () => {
    const names = Array.from({ length: LIMITS.addedFeatures }, (_, at) => `field${at}`)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_200 }), { minLength: 16, maxLength: 16 }), (lengths) => {
        const fields = names.map((name) => fieldOf(name, 'text', (value) => value as string))
        const values = names.map((name, at) => [name, 'x'.repeat(lengths[at] as number)])
        const { added: features = {} } = extendRules({ fields, blockingRules: [] }).extract(Object.fromEntries(values))
        const bytes = Object.entries(features).map(([name, value]) => 4 + name.length + (value as string).length)
        const sum = bytes.reduce((total, each) => total + each, 0)
        expect(sum).toBeLessThanOrEqual(LIMITS.addedFeatureBytes)
        const missing = values.filter(([name = '', value]) => value !== '' && features[name] === undefined)
        for (const [name = '', value = ''] of missing) {
          expect(sum + 4 + name.length + Math.min(1_000, value.length)).toBeGreaterThan(LIMITS.addedFeatureBytes)
        }
      }),
      runs(100),
    )
  })

  test('are the same after storing, for any values and fields', () => {
    const text = fc.string({ unit: 'binary', maxLength: 1_200 })
    const value = fc.oneof(
      fc.record({ codec: fc.constant('number' as const), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
      fc.record({ codec: fc.constant('text' as const), value: text }),
      fc.record({
        codec: fc.constant('hashes' as const),
        value: fc.array(fc.nat({ max: 0xffff_ffff }), { maxLength: 300 }),
      }),
      fc.record({ codec: fc.constant('texts' as const), value: fc.array(text, { maxLength: 80 }) }),
    )
    const values = fc.array(value, { maxLength: LIMITS.addedFeatures })
    fc.assert(
      fc.property(values, (given) => {
        const fields = given.map(({ codec }, at) => fieldOf(`field${at}`, codec, (each) => each as never))
        const rules = extendRules({ fields, blockingRules: [] })
        const features = rules.extract(
          Object.fromEntries([['name', 'Ritz'], ...given.map((each, at) => [`field${at}`, each.value])]),
          { supplier: 'alpha', code: '1' },
        )
        expect(rules.decode(rules.encode(features))).toEqual(features)
      }),
      runs(200),
    )
  })

  test('other features are those of utpid', () => {
    const content = { name: 'Hôtel Ritz', phone: '+33 1 43 16 30 30', pool: 'salt water' }
    const { added: features, ...rest } = extendRules({ fields: [POOL], blockingRules: [] }).extract(content)
    const { added: _, ...known } = CURRENT_RULES.extract(content)
    expect(rest).toEqual(known)
    expect(features).toEqual({ pool: 'salt water' })
  })
})
