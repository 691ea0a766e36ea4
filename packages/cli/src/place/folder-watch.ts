import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shownPlace } from './storage-place.ts'

const SHELL = '/bin/sh'
/** Waits until nobody holds the other end of its standard input any more, then says what it was given. */
const SHELL_SCRIPT = 'trap "" INT TERM HUP QUIT; read -r line; printf "%s\\n" "$0" >&2'
const NODE_SCRIPT =
  'for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {}); process.stdin.on("end", () => process.stderr.write(process.argv[1] + "\\n")).resume()'
/** By the snapshot of its index a folder is opened without trying every page of its ledger first. */
const OPENS_UNTRIED = 'index.snapshot'

/** Processes that watch this one; none unless {@link watchFolders} was called. */
let watching: Map<string, ChildProcess> | undefined

/**
 * From now on a small process beside this one says what to do when this one ends with a folder open: LMDB, which reads the
 * ledger, believes its pages, and ends the process at a damaged one without a word. A second process is begun only for a
 * folder whose pages were not tried, and is a shell where there is one, which takes a millisecond.
 *
 * @returns what ends it: whoever calls ends in an orderly way.
 */
export function watchFolders(): () => void {
  const watchers = new Map<string, ChildProcess>()
  watching = watchers
  // Killed here: after that nobody can tell an orderly end from another one.
  const end = (): void => {
    for (const watcher of watchers.values()) watcher.kill('SIGKILL')
    watchers.clear()
  }
  process.on('exit', end)
  return () => {
    watching = undefined
    end()
    process.off('exit', end)
  }
}

/** Lets the folder of a registry, or of a copy, be watched, unless it is or was tried. */
export function watchFolder(folder: string, isCopy = false): void {
  if (watching === undefined || watching.has(folder)) return
  if (!isCopy && !existsSync(join(folder, OPENS_UNTRIED))) return
  const watcher = beginWatcher(endedText(folder, isCopy))
  // An orderly end lets go of it.
  // Where no process can be begun, the next one that opens the folder says it.
  watcher.on('error', () => undefined)
  watcher.stdin?.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as { unref?: () => void } | null)?.unref?.()
  watching.set(folder, watcher)
}

function beginWatcher(text: string): ChildProcess {
  const [program, ...given] = existsSync(SHELL)
    ? [SHELL, '-c', SHELL_SCRIPT, text]
    : [process.execPath, '-e', NODE_SCRIPT, text]
  return spawn(program as string, given, { stdio: ['pipe', 'ignore', 'inherit'], windowsHide: true })
}

function endedText(folder: string, isCopy: boolean): string {
  const place = shownPlace(folder)
  const cure = isCopy
    ? `delete ${place}, so that the copy is made anew`
    : `run "utpid check --data ${place}", and if it finds damage restore a backup into another folder`
  return `utpid: the process ended with ${place} open. If nobody stopped it, a page of the ledger in it is damaged and LMDB, which reads it, gave up: ${cure}. What was acknowledged is kept.`
}
