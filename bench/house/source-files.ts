import { spawnSync } from 'node:child_process'
import { ROOT } from '../../scripts/repository/root.ts'

const PRODUCT = /^packages\/[^/]+\/src\/.*\.(ts|tsx)$/
const GENERATED = /\/generated\//

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/**
 * Returns the source files of every package at a commit, without tests and generated files.
 *
 * @throws Error when git does not know the commit.
 */
export function productSources(commit: string): SourceFile[] {
  const listed = git(['ls-tree', '-r', '--name-only', commit, '--', 'packages']).split('\n')
  const paths = listed.filter((path) => PRODUCT.test(path) && !GENERATED.test(path))
  return paths.map((path) => ({ path, text: git(['show', `${commit}:${path}`]) }))
}

function git(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with exit code ${status}: ${stderr}`)
  return stdout
}
