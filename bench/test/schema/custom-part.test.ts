import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../scripts/repository/root.ts'
import { comparisonLines } from '../../schema/custom-part.ts'

test('counts the lines of a comparison from its name to its last bracket', () => {
  const source = [
    "import x from 'y'",
    '',
    'const view = fieldComparison<string>({',
    "  name: 'view',",
    '})',
    '',
    'x({',
    '})',
  ].join('\n')
  expect(comparisonLines(source)).toBe(3)
  expect(comparisonLines('export const schema = {}')).toBeNull()
})

test('finds the comparison of the schema that the tests use', () => {
  const source = readFileSync(join(ROOT, 'packages/cli/test/support/schemas/views-schema.ts'), 'utf8')
  expect(comparisonLines(source)).toBe(10)
})
