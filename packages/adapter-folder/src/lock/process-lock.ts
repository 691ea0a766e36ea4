import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { link, mkdtemp, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { RegistryError } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { isAlive, isAnyAlive, LivenessSocket } from './liveness-socket.ts'

export const LOCK_FILE = 'lock.json'

/**
 * The maximum number of attempts. Processes that start at the same time may all try to take over the lock; one of them
 * wins each round.
 */
const ATTEMPTS = 20

/**
 * The number of checks for other live processes. A process that only tried to get the lock exits soon. A process that
 * still lives after the last check has the lock, even without a lock file.
 */
const CHECKS = 40
const CHECK_INTERVAL_MS = 25

/**
 * The contents of `lock.json`: the process that has locked a folder. All fields except `pid` and `since` depend on the
 * platform.
 */
interface Holder {
  readonly pid: number
  /** The boot id and the start time of the process. A later process may have the same process id. */
  readonly started?: string
  /** The namespace of the process id: each container has its own. */
  readonly pidNamespace?: string
  readonly host?: string
  /** The name of a socket file in the folder, which accepts connections while the process lives. */
  readonly socket?: string
  /** The time of locking, in ISO 8601 UTC. */
  readonly since: string
}

/** A process that exited without closing the folder. */
export interface PreviousHolder {
  readonly pid: number
  /** The time when the process opened the folder, in ISO 8601 UTC. */
  readonly since: string
}

const heldFolders = new Set<string>()

/** A lock for writing in a folder. Only one process has the lock at a time. */
export class ProcessLock {
  readonly #folder: string
  readonly #text: string
  readonly #socket: LivenessSocket | undefined
  /** The previous process, if it exited without closing the folder. */
  readonly previousHolder: PreviousHolder | undefined

  private constructor(
    folder: string,
    text: string,
    socket: LivenessSocket | undefined,
    previousHolder: PreviousHolder | undefined,
  ) {
    this.#folder = folder
    this.#text = text
    this.#socket = socket
    this.previousHolder = previousHolder
  }

  /**
   * Takes the lock, also from a dead process.
   *
   * @param folder - The real path of the folder.
   * @throws `storage_locked` if the process with the lock lives or may live.
   */
  static async take(folder: string): Promise<ProcessLock> {
    if (heldFolders.has(folder)) throw lockedByThisProcess(folder)
    heldFolders.add(folder)
    // Creates the socket before the lock file: a process that finds the lock file must see that this process lives.
    const socket = await LivenessSocket.create(folder, LOCK_FILE)
    try {
      const text = `${JSON.stringify(thisProcess(socket))}\n`
      const before = await takeOver(folder, text)
      const lock = new ProcessLock(folder, text, socket, before && { pid: before.pid, since: before.since })
      for (let call = 1; await isAnyAlive(folder, LOCK_FILE, socket?.name); call++) {
        if (call < CHECKS) await setTimeout(CHECK_INTERVAL_MS)
        else throw await lock.#refuse()
      }
      return lock
    } catch (error) {
      heldFolders.delete(folder)
      await socket?.close()
      throw error
    }
  }

  async #refuse(): Promise<RegistryError> {
    await this.release()
    return lockedWithoutFile(this.#folder)
  }

  /** Returns whether the lock file is unchanged. Another process may have deleted or replaced it. */
  async isIntact(): Promise<boolean> {
    return (await readIfThere(join(this.#folder, LOCK_FILE))) === this.#text
  }

  async release(): Promise<void> {
    heldFolders.delete(this.#folder)
    if (await this.isIntact()) await unlink(join(this.#folder, LOCK_FILE))
    await this.#socket?.close()
  }
}

/** @returns the previous process if it exited without releasing the lock. */
async function takeOver(folder: string, text: string): Promise<Holder | undefined> {
  const path = join(folder, LOCK_FILE)
  let before: Holder | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createAtomically(folder, path, text)) return before
    const found = await readIfThere(path)
    if (found === undefined) continue
    const other = parseHolder(found)
    if (other !== undefined && (await mayBeAlive(other, folder))) throw locked(folder, path, other)
    before = other
    await removeStale(folder, path, found)
  }
  throw new RegistryError(
    'storage_locked',
    `Other processes keep taking ${path}. Open ${folder} again when they have finished.`,
  )
}

/** Creates a file with its content atomically. @returns false if the file exists. */
async function createAtomically(folder: string, path: string, text: string): Promise<boolean> {
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

/** Removes a stale lock, unless another lock replaced it meanwhile. */
async function removeStale(folder: string, path: string, stale: string): Promise<void> {
  const place = await mkdtemp(join(folder, `${LOCK_FILE}-`))
  try {
    const aside = join(place, 'stale')
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path)
  } catch (error) {
    // Another process was faster: it removed or replaced the lock file.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(place, { recursive: true })
  }
}

/** Returns false only if the process with the lock is certainly dead. */
async function mayBeAlive(holder: Holder, folder: string): Promise<boolean> {
  const [boot, hereBoot] = [bootOf(holder.started), bootOf(processStart(process.pid))]
  // The boot id differs: this machine was restarted, or another machine shares the disk.
  if (boot !== undefined && hereBoot !== undefined && boot !== hereBoot) {
    const isOfHere = holder.host === undefined || holder.host === hostname()
    // Copying a folder does not copy its socket.
    const isCopy = holder.socket !== undefined && !existsSync(join(folder, holder.socket))
    return !isOfHere && !isCopy
  }
  const answered = holder.socket === undefined ? undefined : await isAlive(folder, holder.socket)
  if (answered !== undefined) return answered
  // Assumes a live process: a process id of another container has no meaning here. LMDB detects later whether the
  // ledger is open elsewhere.
  if (holder.pidNamespace !== undefined && holder.pidNamespace !== readPidNamespace()) return false
  return isRunning(holder)
}

function isRunning({ pid, started }: Holder): boolean {
  // Without a start time, this process's own id means a dead process: this process does not have the lock.
  if (pid === process.pid && started === undefined) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process lives, but belongs to another user.
    if (errorCode(error) !== 'EPERM') return false
  }
  const present = processStart(pid)
  return present === undefined || started === undefined || present === started
}

function thisProcess(socket: LivenessSocket | undefined): Holder {
  const started = processStart(process.pid)
  const pidNamespace = readPidNamespace()
  return {
    pid: process.pid,
    ...defined({ started, pidNamespace }),
    host: hostname(),
    ...(socket === undefined ? {} : { socket: socket.name }),
    since: new Date().toISOString(),
  }
}

/** Returns the start of a process as `BOOT/TICKS`; undefined without /proc. */
function processStart(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Skips the program name, which is in parentheses and may contain spaces. The 22nd field is the 20th after the
    // name.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? undefined : `${boot}/${ticks}`
  } catch {
    return undefined
  }
}

function bootOf(started: string | undefined): string | undefined {
  return started?.split('/')[0]
}

/** Returns the process id namespace of this process; undefined if the platform has none. */
function readPidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined
  }
}

/** Parses a lock file. Returns undefined for an invalid file: no process then has the lock. */
function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, since, ...rest } = JSON.parse(text) as Record<string, unknown>
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined
    const texts = Object.entries(rest).filter(([, value]) => typeof value === 'string')
    const { socket, ...holder } = { ...Object.fromEntries(texts), pid, since: String(since) } as Holder
    // Ignores the path of a socket outside this folder.
    const isSign = socket?.startsWith(`${LOCK_FILE}-`) === true && !socket.includes('/')
    return isSign ? { ...holder, socket } : holder
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

function lockedByThisProcess(folder: string): RegistryError {
  const message = `${folder} is already open in this process. Use that storage, or close it first.`
  return new RegistryError('storage_locked', message, { details: { folder, pid: process.pid } })
}

function locked(folder: string, path: string, { pid, since, host, pidNamespace }: Holder): RegistryError {
  const elsewhere =
    host !== undefined && host !== hostname()
      ? ` on ${host}`
      : pidNamespace !== undefined && pidNamespace !== readPidNamespace()
        ? ' of another container'
        : ''
  const message = `${folder} is open in process ${pid}${elsewhere} (since ${since}). Close it there, or use another folder. If no such process runs on any machine, delete ${path}.`
  return new RegistryError('storage_locked', message, { details: { folder, pid, since } })
}

/** Creates the error for a folder that a live process uses without a lock file. */
export function lockedWithoutFile(folder: string): RegistryError {
  const message = `Another process has ${folder} open, but its ${LOCK_FILE} is missing or was replaced. Close it there, or use another folder.`
  return new RegistryError('storage_locked', message, { details: { folder } })
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
