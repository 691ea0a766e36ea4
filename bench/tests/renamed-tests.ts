import { git } from '../harness/git-state.ts'

/**
 * Returns test files that have another path in a later commit: old path to new path. It follows the renames commit by
 * commit, since a short file may change so much over many commits that git no longer recognizes it.
 *
 * @throws Error if git does not know a commit.
 */
export function renamedTests(base: string, at: string): ReadonlyMap<string, string> {
  const renamesOnly = ['--name-status', '--diff-filter=R', '--find-renames=40%', '-l10000']
  const range = [`${base}..${at}`, '--', '*.test.ts']
  const stdout = git(['log', '--reverse', '--topo-order', '--format=', ...renamesOnly, ...range])
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
