import { spawnSync } from 'node:child_process'
import { ROOT } from '../../scripts/repository/root.ts'

export interface GitState {
  /** Full hash; `unknown` outside of a repository. */
  readonly commit: string
  /** Files that are not as committed; earlier results do not count. */
  readonly changed: readonly string[]
}

/** Which state of the repository is measured. */
export function gitState(): GitState {
  const commit = git(['rev-parse', 'HEAD']).trim()
  const changed = git(['status', '--porcelain', '--', '.', ':!bench/results'])
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
  return { commit: commit === '' ? 'unknown' : commit, changed }
}

function git(args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : ''
}
