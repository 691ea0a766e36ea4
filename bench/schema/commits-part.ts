import { spawnSync } from 'node:child_process'
import { ROOT } from '../../scripts/repository/root.ts'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'

const SUBJECT = 'Add the field '
const COMMITS = 3
/** Files that `npm run reference` writes, and tests. */
const GENERATED_OR_TEST = /^docs\/reference\/|\/generated\/|(?:^|\/)test\//

/** Counts the files that the last commits touched to add an optional field of a record end to end. */
export const commitsPart = part('commits', async ({ say }) => {
  const commits = git('log', '--format=%h %s', `--grep=^${SUBJECT}`)
    .filter((line) => line.slice(line.indexOf(' ') + 1).startsWith(SUBJECT))
    .slice(0, COMMITS)
  if (commits.length < COMMITS) {
    const skipped = [`commits: this clone has ${commits.length} of ${COMMITS} commits that add a field`]
    return { rows: [], skipped }
  }
  const rows = commits.map((line): Figure => {
    const [hash = '', ...words] = line.split(' ')
    const files = git('show', '--name-only', '--format=', hash).filter((file) => !GENERATED_OR_TEST.test(file))
    const field = words.at(-1) ?? ''
    say(`${line}: ${files.join(', ')}`)
    return [field, `files of the commit that adds ${field}`, files.length, 'count', '<= 2']
  })
  return { rows: below('schema.commits', rows) }
})

function git(...args: readonly string[]): string[] {
  const { stdout, status } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}
