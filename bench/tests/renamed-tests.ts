import { spawnSync } from 'node:child_process'
import { ROOT } from '../../scripts/repository/root.ts'

/**
 * Returns test files that have another path in a later commit: old path to new path. It follows the renames commit by
 * commit, since a short file may change so much over many commits that git no longer recognizes it.
 *
 * @throws Error if git does not know a commit.
 */
export function renamedTests(base: string, at: string): ReadonlyMap<string, string> {
  const args = [
    'log',
    '--reverse',
    '--topo-order',
    '--format=',
    '--name-status',
    '--diff-filter=R',
    '--find-renames=40%',
  ]
  const { status, stdout, stderr } = spawnSync('git', [...args, '-l10000', `${base}..${at}`, '--', '*.test.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with exit code ${status}: ${stderr}`)
  const renames = stdout.split('\n').flatMap((line) => {
    const [, from, to] = line.split('\t')
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
  return chained(renames)
}

/** Joins renames in order: a to b and b to c are a to c. */
export function chained(renames: readonly { readonly from: string; readonly to: string }[]): Map<string, string> {
  const first = new Map<string, string>()
  const joined = new Map<string, string>()
  for (const { from, to } of renames) {
    const original = first.get(from) ?? from
    first.delete(from)
    first.set(to, original)
    joined.set(original, to)
  }
  return joined
}
