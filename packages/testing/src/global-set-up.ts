import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { bundleSources } from '../../../scripts/source/bundle-sources.mjs'
import { RUN_FOLDER_VARIABLE } from './run-folder.ts'

/** See `builtSite` of the tests of the dashboard. */
const BUILT_DASHBOARD = 'dashboard'
const ENDED_WITHIN_MS = 10_000
const POLL_MS = 20

/**
 * Global set-up of vitest: makes the folder of the run. Its end stops what the tests started and deletes the folder.
 *
 * @param project - Absent where a script uses the servers of the tests.
 */
export default function globalSetUp(project?: TestProject): () => Promise<void> {
  // Short, since the path of a socket may have about 100 bytes.
  const folder = join(tmpdir(), `utpid-run-${process.pid}-${Date.now().toString(36)}`)
  // PostgreSQL runs as another user where the tests run as root, and has to reach its own folder.
  mkdirSync(folder, { mode: 0o755 })
  process.env[RUN_FOLDER_VARIABLE] = folder
  let bundled: Promise<void> | undefined
  if (project?.config.watch === true) {
    // What is built once a run would be stale after an edit: processes read the sources, and the dashboard is built again.
    project.onTestsRerun(() => rmSync(join(folder, BUILT_DASHBOARD), { recursive: true, force: true }))
  } else {
    const bundles = join(folder, 'bundles')
    process.env.UTPID_TEST_BUNDLES = bundles
    // Not waited for: most tests start no process, and those that do wait for it.
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
    for (const until = Date.now() + ENDED_WITHIN_MS; Date.now() < until; await setTimeout(POLL_MS)) process.kill(pid, 0)
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
