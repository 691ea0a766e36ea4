import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../scripts/root.ts'

/** A commit of this repository, cloned into a folder of its own and installed. */
export interface Clone {
  readonly folder: string
  remove(): void
}

/** @throws Error when it cannot be cloned, or not be installed. */
export function cloneOf(commit: string): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-clone-'))
  run('git', ['clone', '--quiet', ROOT, folder], ROOT)
  run('git', ['checkout', '--quiet', '--detach', commit], folder)
  run(process.execPath, ['scripts/set-up.mjs'], folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}: ${stderr}`)
}
