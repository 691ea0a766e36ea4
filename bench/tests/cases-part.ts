import { part } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { cloneEnvironment, inClone } from './clone.ts'
import { LONG_ONLY, MOVED } from './moved-cases.ts'
import { renamedTests } from './renamed-tests.ts'
import { countOf, type ListedCases, listTestCases, lostCases, unnamedLongCases } from './test-cases.ts'

/** The last commit before the tests were made to run in five minutes. */
const BASE = '5e82f43c'

/**
 * Whether every test case of an earlier commit still exists, in the short run or in the long one.
 *
 * Options: `--base COMMIT`, the earlier commit; `--at COMMIT`, another commit than the current one.
 */
export const casesPart = part('cases', async ({ data, options, say }) => {
  const base = options.base ?? BASE
  const listed = async (commit: string): Promise<ListedCases> => {
    say(`cases: listing those of ${commit} ...`)
    const cases = await inClone(commit, (folder) => listTestCases(folder, cloneEnvironment(data)))
    say(`cases: ${countOf(cases.all)} in ${commit}, ${countOf(cases.short)} of them in \`npm test\``)
    return cases
  }
  const before = await listed(base)
  const now = await listed(options.at ?? 'HEAD')
  const renamed = renamedTests(base, options.at ?? 'HEAD')
  const lost = lostCases(before.all, now.all, MOVED, renamed)
  for (const key of lost) say(`cases: LOST ${key}`)
  const unnamed = unnamedLongCases(before.short, now.short, MOVED, LONG_ONLY, renamed)
  for (const key of unnamed) say(`cases: ONLY IN THE LONG RUN ${key}`)
  const inAll = countOf(before.all)
  const rows = below('tests', [
    ['cases-before', `test cases of commit ${base}, short and long run`, inAll, 'count'],
    ['cases', '... now', countOf(now.all), 'count', `>= ${inAll}`],
    ['lost', '... of before, lost', lost.length, 'count', '= 0'],
    ['unnamed', '... of before, moved to the long run and not named', unnamed.length, 'count', '= 0'],
  ])
  return { rows }
})
