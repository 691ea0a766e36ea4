import { readFileSync } from 'node:fs'
import { link, mkdtemp, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RegistryError } from '@utpid/core'

export const LOCK_FILE = 'lock.json'

/** Processes that end at the same moment may all try to take over; one of them wins each round. */
const ATTEMPTS = 20

interface Holder {
  readonly pid: number
  /** Boot and moment at which the process began, where the system tells; a later process may have the same id. */
  readonly started?: string
  /** ISO 8601 UTC. */
  readonly since: string
}

/** Folders that this process holds, for systems that do not tell when a process began. */
const held = new Set<string>()

/** The right to write in a folder: one process at a time. */
export class ProcessLock {
  readonly #folder: string
  readonly #text: string

  private constructor(folder: string, text: string) {
    this.#folder = folder
    this.#text = text
  }

  /**
   * Takes the lock, also from a process that is no more.
   *
   * @param folder - Its real path.
   * @throws `storage_locked` while a process that lives holds it.
   */
  static async take(folder: string): Promise<ProcessLock> {
    const started = startOf(process.pid)
    const holder: Holder = {
      pid: process.pid,
      ...(started === undefined ? {} : { started }),
      since: new Date().toISOString(),
    }
    const text = `${JSON.stringify(holder)}\n`
    const path = join(folder, LOCK_FILE)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await createWhole(folder, path, text)) {
        held.add(folder)
        return new ProcessLock(folder, text)
      }
      const found = await readIfThere(path)
      if (found === undefined) continue
      const other = parseHolder(found)
      if (other !== undefined && lives(other, folder)) throw locked(folder, path, other)
      await removeStale(folder, path, found)
    }
    throw new RegistryError(
      'storage_locked',
      `Other processes keep taking ${path}. Open ${folder} again when they are done.`,
    )
  }

  async release(): Promise<void> {
    held.delete(this.#folder)
    const path = join(this.#folder, LOCK_FILE)
    if ((await readIfThere(path)) === this.#text) await unlink(path)
  }
}

/** Creates a file with its content at once: nobody ever sees it half written. */
async function createWhole(folder: string, path: string, text: string): Promise<boolean> {
  const place = await mkdtemp(join(folder, `${LOCK_FILE}-`))
  try {
    const draft = join(place, 'draft')
    await writeFile(draft, text)
    await link(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(place, { recursive: true })
  }
}

/** Takes a stale lock away, unless it has become another one meanwhile. */
async function removeStale(folder: string, path: string, stale: string): Promise<void> {
  const place = await mkdtemp(join(folder, `${LOCK_FILE}-`))
  try {
    const aside = join(place, 'stale')
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path)
  } catch (error) {
    // Another process was quicker: with taking it away, or with a lock of its own.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(place, { recursive: true })
  }
}

function lives(holder: Holder, folder: string): boolean {
  if (holder.pid === process.pid && holder.started === undefined) return held.has(folder)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if (errorCode(error) !== 'EPERM') return false
  }
  const started = startOf(holder.pid)
  return started === undefined || holder.started === undefined || started === holder.started
}

/** When a process began, as `BOOT/TICKS`; undefined where there is no /proc. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold spaces; the 22nd field is the 20th after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? undefined : `${boot}/${ticks}`
  } catch {
    return undefined
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder
    return Number.isInteger(holder.pid) ? holder : undefined
  } catch {
    return undefined
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function locked(folder: string, path: string, { pid, since }: Holder): RegistryError {
  const message =
    pid === process.pid
      ? `${folder} is already open in this process (since ${since}). Use that storage, or close it first.`
      : `${folder} is open in process ${pid} (since ${since}). Close it there, or use another folder. If no such process runs on any machine, delete ${path}.`
  return new RegistryError('storage_locked', message, { details: { folder, pid, since } })
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
