import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from '../../bench/tests/mutants.ts'
import { ROOT } from '../repository/root.ts'

test('every mutant has a unique id', () => {
  const ids = MUTANTS.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test.each(MUTANTS.map((mutant) => [mutant.id, mutant] as const))(
  'the mutant %s changes exactly one place of its file',
  (_, { file, find, replace }) => {
    expect(file).toMatch(/^packages\/[\w-]+\/src\//)
    expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
  },
)
