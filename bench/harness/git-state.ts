import { spawnSync } from 'node:child_process'
import { ROOT } from '../../scripts/repository/root.ts'

export interface GitState {
  /** Full hash; `unknown` outside a repository. */
  readonly commit: string
  /** Files with uncommitted changes, except results. */
  readonly changed: readonly string[]
}

/** Returns the state of the repository to measure. */
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
