import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shownPlace } from './storage-place.ts'

const SHELL = '/bin/sh'
/** The script waits until the other end of its standard input is closed, then prints its argument. */
const SHELL_SCRIPT = 'trap "" INT TERM HUP QUIT; read -r line; printf "%s\\n" "$0" >&2'
const NODE_SCRIPT =
  'for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {}); process.stdin.on("end", () => process.stderr.write(process.argv[1] + "\\n")).resume()'
/** A folder with this file is opened without a check of every page of its ledger. */
const CHECKPOINT_FILE = 'index.checkpoint'

/** Processes that watch this process; undefined unless {@link watchFolders} was called. */
let activeWatchers: Map<string, ChildProcess> | undefined

/**
 * Starts to watch this process. If this process ends with a folder open, a small watching process prints what to do.
 * LMDB reads the ledger without checking its pages, so a damaged page ends the process without a message. Only a folder
 * with unchecked pages gets a watching process. If there is a shell, it is the watching process, since it starts in a
 * millisecond.
 *
 * @returns A function that stops the watching. Call it before an orderly end.
 */
export function watchFolders(): () => void {
  const watchers = new Map<string, ChildProcess>()
  activeWatchers = watchers
  // Kill the watching processes here: they cannot tell an orderly end from a crash.
  const end = (): void => {
    for (const watcher of watchers.values()) watcher.kill('SIGKILL')
    watchers.clear()
  }
  process.on('exit', end)
  return () => {
    activeWatchers = undefined
    end()
    process.off('exit', end)
  }
}

/** Watches the folder of a registry or of a copy, unless its pages were checked or will be checked. */
export function watchFolder(folder: string, isCopy = false): void {
  if (activeWatchers === undefined || activeWatchers.has(folder)) return
  if (!isCopy && !existsSync(join(folder, CHECKPOINT_FILE))) return
  const watcher = startWatcher(crashNote(folder, isCopy))
  // An orderly end kills the watching process. If it cannot be started, the next process that opens the folder prints
  // the note.
  watcher.on('error', () => undefined)
  watcher.stdin?.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as { unref?: () => void } | null)?.unref?.()
  activeWatchers.set(folder, watcher)
}

function startWatcher(text: string): ChildProcess {
  const [program, ...given] = existsSync(SHELL)
    ? [SHELL, '-c', SHELL_SCRIPT, text]
    : [process.execPath, '-e', NODE_SCRIPT, text]
  return spawn(program as string, given, { stdio: ['pipe', 'ignore', 'inherit'], windowsHide: true })
}

function crashNote(folder: string, isCopy: boolean): string {
  const place = shownPlace(folder)
  const cure = isCopy
    ? `delete ${place}, so that the copy is created again`
    : `run "utpid check --data ${place}", and if it finds damage, restore a backup into another folder`
  return `utpid: the process ended with ${place} open. If nobody stopped it, LMDB failed at a damaged page of the ledger: ${cure}. Acknowledged changes are kept.`
}
