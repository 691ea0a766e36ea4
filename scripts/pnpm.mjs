/**
 * Runs the pnpm version of this repository, also on a machine without pnpm: `npm run pnpm -- add NAME --filter
 * @utpid/feed`.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Only this constant defines the version. With a `packageManager` field, pnpm would look up its own version on every
// installation.
const PNPM_VERSION = '12.21.0'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs pnpm at the root of the repository. Returns its exit code, or 127 if npx cannot be started.
 *
 * @param {readonly string[]} args
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @returns {number}
 */
export function runPnpm(args, stdio = 'inherit') {
  const windows = process.platform === 'win32'
  const { status, error } = spawnSync(windows ? 'npx.cmd' : 'npx', ['-y', `pnpm@${PNPM_VERSION}`, ...args], {
    cwd: ROOT,
    stdio,
    shell: windows,
  })
  if (error !== undefined) console.error(`npx could not be started (${error.message}); it comes with Node's npm.`)
  return status ?? (error === undefined ? 1 : 127)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = runPnpm(process.argv.slice(2))
