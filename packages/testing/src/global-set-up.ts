import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { bundleSources } from '../../../scripts/source/bundle-sources.mjs'
import { RUN_FOLDER_VARIABLE } from './run-folder.ts'

/** Name of the folder that `builtSite` in the dashboard's tests creates. */
const BUILT_DASHBOARD = 'dashboard'
const MAX_END_MS = 10_000
const POLL_MS = 20

/**
 * Global set-up of vitest: creates the folder of the run. The returned function stops processes that tests started and
 * deletes the folder.
 *
 * @param project - Undefined if a script uses the servers of the tests.
 */
export default function globalSetUp(project?: TestProject): () => Promise<void> {
  // The name is short because the path of a socket may have only about 100 bytes.
  const folder = join(tmpdir(), `utpid-run-${process.pid}-${Date.now().toString(36)}`)
  // If the tests run as root, PostgreSQL runs as another user and must reach its folder.
  mkdirSync(folder, { mode: 0o755 })
  process.env[RUN_FOLDER_VARIABLE] = folder
  let bundled: Promise<void> | undefined
  if (project?.config.watch === true) {
    // After an edit, the builds of the first run are outdated. Processes read the sources, but the dashboard must be
    // built again.
    project.onTestsRerun(() => rmSync(join(folder, BUILT_DASHBOARD), { recursive: true, force: true }))
  } else {
    const bundles = join(folder, 'bundles')
    process.env.UTPID_TEST_BUNDLES = bundles
    // The promise is not awaited here: most tests start no process, and tests that start a process await it.
    bundled = bundleSources(bundles)
  }
  return async () => {
    await bundled
    const processes = join(folder, 'processes')
    const pids = existsSync(processes) ? readdirSync(processes) : []
    await Promise.all(pids.map((pid) => end(Number(pid), readFileSync(join(processes, pid), 'utf8') as NodeJS.Signals)))
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal)
    for (const until = Date.now() + MAX_END_MS; Date.now() < until; await setTimeout(POLL_MS)) process.kill(pid, 0)
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
