import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import { withFolder } from '../harness/with-folder.ts'

/** Test settings for manual runs. */
const OF_TESTS = ['UTPID_TEST_SCALE', 'UTPID_LONG_SCALE', 'UTPID_SEED']

/**
 * Clones a commit of this repository into a new folder, installs it there, and deletes the folder after use.
 *
 * @throws Error if the commit cannot be cloned or installed.
 */
export function inClone<T>(commit: string, use: (folder: string) => T | Promise<T>): Promise<T> {
  return withFolder((folder) => {
    run('git', ['clone', '--quiet', ROOT, folder], ROOT)
    run('git', ['checkout', '--quiet', '--detach', commit], folder)
    run(process.execPath, ['scripts/set-up.mjs'], folder)
    return use(folder)
  })
}

/** The environment of tests in a clone: default counts and seed; the data, if any, with an absolute path. */
export function cloneEnvironment(data: string | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !OF_TESTS.includes(name))
  return { ...Object.fromEntries(kept), ...(data === undefined ? {} : { UTPID_DATA: resolve(data) }) }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}: ${stderr}`)
}
