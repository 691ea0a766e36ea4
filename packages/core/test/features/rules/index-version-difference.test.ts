import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  describeVersionDifference,
  versionWithAdditions,
} from '../../../src/features/rules/index-version-difference.ts'

const field = (name: string, version: number, form = 'text') => ({ kind: 'field' as const, name, version, form })
const rule = (name: string, version: number, form = 'firm') => ({ kind: 'rule' as const, name, version, form })

test.each([
  [[], [field('view', 1)], 'The storage lacks the field "view", version 1 as text.'],
  [[field('view', 1)], [], 'The schema lacks the field "view", which the storage has in version 1 as text.'],
  [
    [field('view', 1)],
    [field('view', 2, 'texts')],
    'The field "view" has version 1 as text in the storage, and version 2 as texts in the schema.',
  ],
  [
    [rule('near_sea', 1)],
    [rule('near_sea', 1, 'loose-wide')],
    'The blocking rule "near_sea" has version 1 as firm in the storage, and version 1 as loose-wide in the schema.',
  ],
] as const)('the difference of %j and %j is named', (stored, opened, sentence) => {
  const [from, to] = [versionWithAdditions('3-5f2c5bd4', stored), versionWithAdditions('3-5f2c5bd4', opened)]
  expect(describeVersionDifference(from, to)).toBe(sentence)
})

const additions = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom('field' as const, 'rule' as const),
    name: fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,9}$/),
    version: fc.integer({ min: 1, max: 99 }),
    form: fc.constantFrom('text', 'firm', 'loose-wide'),
  }),
  { maxLength: 5, selector: ({ kind, name }) => `${kind} ${name}` },
)

test('two versions differ exactly if their additions differ, and every differing addition is named', () => {
  fc.assert(
    fc.property(additions, additions, (stored, opened) => {
      const [from, to] = [versionWithAdditions('3-0', stored), versionWithAdditions('3-0', opened)]
      const sentence = describeVersionDifference(from, to)
      expect(sentence === '').toBe(
        stored.length === opened.length &&
          stored.every((each) => opened.some((other) => JSON.stringify(each) === JSON.stringify(other))),
      )
      for (const { kind, name, version, form } of opened) {
        const isSame = stored.some(
          (each) => each.kind === kind && each.name === name && each.version === version && each.form === form,
        )
        if (!isSame) expect(sentence).toContain(`"${name}"`)
      }
    }),
    runs(200),
  )
})

test('versions of utpid alone have no difference to name', () => {
  expect(describeVersionDifference('2-11111111', '3-22222222')).toBe('')
})
