import type { Part } from '../report/part.ts'
import { barRow, plainRow } from '../report/row.ts'
import { cloneEnvironment, inClone } from './clone.ts'
import { MOVED } from './moved-cases.ts'
import { countOf, listTestCases, lostCases, type TestCases } from './test-cases.ts'

/** The last commit before the tests were made to run in five minutes. */
const BASE = '5e82f43c'

/**
 * Whether every test case of an earlier commit is still there, in the short run or in the long one.
 *
 * Options: `--base COMMIT`, the earlier commit; `--at COMMIT`, another commit than the current one.
 */
export const casesPart: Part = {
  name: 'cases',
  needsData: false,
  run: async ({ data, options, say }) => {
    const base = options.base ?? BASE
    const listed = async (commit: string): Promise<TestCases> => {
      say(`cases: listing those of ${commit} ...`)
      const cases = await inClone(commit, (folder) => listTestCases(folder, cloneEnvironment(data)))
      say(`cases: ${countOf(cases)} in ${commit}`)
      return cases
    }
    const before = await listed(base)
    const now = await listed(options.at ?? 'HEAD')
    const lost = lostCases(before, now, MOVED)
    for (const key of lost) say(`cases: LOST ${key}`)
    const rows = [
      plainRow('tests.cases-before', `test cases of commit ${base}, short and long run`, countOf(before), 'count'),
      barRow('tests.cases', '... now', countOf(now), 'count', ['>=', countOf(before)]),
      barRow('tests.lost', '... of before, lost', lost.length, 'count', ['=', 0]),
    ]
    return { n: 0, rows }
  },
}
