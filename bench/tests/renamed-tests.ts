import { spawnSync } from 'node:child_process'
import { ROOT } from '../../scripts/repository/root.ts'

/**
 * Test files that have another path in a later commit, as git finds them by content: old path to new path.
 *
 * @throws Error when git does not know a commit.
 */
export function renamedTests(base: string, at: string): ReadonlyMap<string, string> {
  const args = ['diff', '--name-status', '--diff-filter=R', '--find-renames=40%', '-l', '10000', base, at]
  const { status, stdout, stderr } = spawnSync('git', [...args, '--', '*.test.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with exit code ${status}: ${stderr}`)
  const lines = stdout.split('\n').map((line) => line.split('\t'))
  return new Map(lines.flatMap(([, from, to]) => (from !== undefined && to !== undefined ? [[from, to]] : [])))
}
