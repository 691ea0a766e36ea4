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
  const { status } = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: ROOT, stdio: 'ignore' })
  if (status !== 0) return { commit: 'unknown', changed: [] }
  const changed = git(['status', '--porcelain', '--', '.', ':!bench/results']).split('\n').filter(Boolean)
  return { commit: git(['rev-parse', 'HEAD']).trim(), changed: changed.map((line) => line.slice(3)) }
}

/**
 * Runs git in the repository.
 *
 * @throws Error if it fails, for example because it does not know a commit.
 */
export function git(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with exit code ${status}: ${stderr}`)
  return stdout
}
