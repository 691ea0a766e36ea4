import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { link, mkdtemp, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { RegistryError } from '@utpid/core'
import { isAnswered, isAnyAnswered, LifeSign } from './life-sign.ts'

export const LOCK_FILE = 'lock.json'

/** Processes that end at the same moment may all try to take over; one of them wins each round. */
const ATTEMPTS = 20

/** Others who only asked for the lock are gone after a moment; who stays has it, and its lock file was deleted. */
const CALLS = 40
const BETWEEN_CALLS_MS = 25

/** What `lock.json` says of the process that holds a folder. All but `pid` and `since` only where the system tells. */
interface Holder {
  readonly pid: number
  /** Boot and moment at which the process began; a later process may have the same id. */
  readonly started?: string
  /** Where its process id means something: processes of other containers have their own. */
  readonly space?: string
  readonly host?: string
  /** File in the folder that answers while the process lives. */
  readonly sign?: string
  /** ISO 8601 UTC. */
  readonly since: string
}

/** A process that had a folder open and ended without closing it. */
export interface UnclosedBy {
  readonly pid: number
  /** ISO 8601 UTC: when it opened the folder. */
  readonly since: string
}

/** Folders that this process holds. */
const held = new Set<string>()

/** The right to write in a folder: one process at a time. */
export class ProcessLock {
  readonly #folder: string
  readonly #text: string
  readonly #sign: LifeSign | undefined
  /** Whose lock was found; undefined after an orderly end. */
  readonly unclosedBy: UnclosedBy | undefined

  private constructor(folder: string, text: string, sign: LifeSign | undefined, unclosedBy: UnclosedBy | undefined) {
    this.#folder = folder
    this.#text = text
    this.#sign = sign
    this.unclosedBy = unclosedBy
  }

  /**
   * Takes the lock, also from a process that is no more.
   *
   * @param folder - Its real path.
   * @throws `storage_locked` while a process that lives holds it, or one may hold it that cannot be asked.
   */
  static async take(folder: string): Promise<ProcessLock> {
    if (held.has(folder)) throw heldHere(folder)
    held.add(folder)
    // Given before the lock is taken: whoever finds the lock must find its holder alive.
    const sign = await LifeSign.give(folder, LOCK_FILE)
    try {
      const text = `${JSON.stringify(thisProcess(sign))}\n`
      const before = await takeOver(folder, text)
      const lock = new ProcessLock(folder, text, sign, before && { pid: before.pid, since: before.since })
      for (let call = 1; await isAnyAnswered(folder, LOCK_FILE, sign?.name); call++) {
        if (call < CALLS) await setTimeout(BETWEEN_CALLS_MS)
        else throw await lock.#refuse()
      }
      return lock
    } catch (error) {
      held.delete(folder)
      await sign?.end()
      throw error
    }
  }

  async #refuse(): Promise<RegistryError> {
    await this.release()
    return lockedUnseen(this.#folder)
  }

  /** Whether it is still there: somebody may have deleted it, or put another in its place. */
  async isIntact(): Promise<boolean> {
    return (await readIfThere(join(this.#folder, LOCK_FILE))) === this.#text
  }

  async release(): Promise<void> {
    held.delete(this.#folder)
    if (await this.isIntact()) await unlink(join(this.#folder, LOCK_FILE))
    await this.#sign?.end()
  }
}

/** @returns who held it and ended without giving it back. */
async function takeOver(folder: string, text: string): Promise<Holder | undefined> {
  const path = join(folder, LOCK_FILE)
  let before: Holder | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createWhole(folder, path, text)) return before
    const found = await readIfThere(path)
    if (found === undefined) continue
    const other = parseHolder(found)
    if (other !== undefined && (await mayLive(other, folder))) throw locked(folder, path, other)
    before = other
    await removeStale(folder, path, found)
  }
  throw new RegistryError(
    'storage_locked',
    `Other processes keep taking ${path}. Open ${folder} again when they are done.`,
  )
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

/** False only when it is sure that the holder is gone. */
async function mayLive(holder: Holder, folder: string): Promise<boolean> {
  const [boot, hereBoot] = [bootOf(holder.started), bootOf(startOf(process.pid))]
  // Under another boot it ran on this machine before it was started anew, or it runs on another machine that shares the disk.
  if (boot !== undefined && hereBoot !== undefined && boot !== hereBoot) {
    const isOfHere = holder.host === undefined || holder.host === hostname()
    // A copy of a folder has no sign: such files are not copied.
    const isCopy = holder.sign !== undefined && !existsSync(join(folder, holder.sign))
    return !isOfHere && !isCopy
  }
  const answered = holder.sign === undefined ? undefined : await isAnswered(folder, holder.sign)
  if (answered !== undefined) return answered
  // A process id of another container names nobody here; LMDB then tells whether the ledger is open elsewhere.
  if (holder.space !== undefined && holder.space !== spaceOfIds()) return false
  return runs(holder)
}

function runs({ pid, started }: Holder): boolean {
  // Where the system does not tell when a process began, this one would have known of holding it.
  if (pid === process.pid && started === undefined) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if (errorCode(error) !== 'EPERM') return false
  }
  const present = startOf(pid)
  return present === undefined || started === undefined || present === started
}

function thisProcess(sign: LifeSign | undefined): Holder {
  const started = startOf(process.pid)
  const space = spaceOfIds()
  return {
    pid: process.pid,
    ...(started === undefined ? {} : { started }),
    ...(space === undefined ? {} : { space }),
    host: hostname(),
    ...(sign === undefined ? {} : { sign: sign.name }),
    since: new Date().toISOString(),
  }
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

function bootOf(started: string | undefined): string | undefined {
  return started?.split('/')[0]
}

/** Names the process ids that this process sees; undefined where all see the same. */
function spaceOfIds(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined
  }
}

/** What a lock file says; undefined when it is none, and so nobody's. */
function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, since, ...rest } = JSON.parse(text) as Record<string, unknown>
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined
    const texts = Object.entries(rest).filter(([, value]) => typeof value === 'string')
    const { sign, ...holder } = { ...Object.fromEntries(texts), pid, since: String(since) } as Holder
    // A sign lies in the folder, whatever the file says.
    const isSign = sign?.startsWith(`${LOCK_FILE}-`) === true && !sign.includes('/')
    return isSign ? { ...holder, sign } : holder
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

function heldHere(folder: string): RegistryError {
  const message = `${folder} is already open in this process. Use that storage, or close it first.`
  return new RegistryError('storage_locked', message, { details: { folder, pid: process.pid } })
}

function locked(folder: string, path: string, { pid, since, host, space }: Holder): RegistryError {
  const elsewhere =
    host !== undefined && host !== hostname()
      ? ` on ${host}`
      : space !== undefined && space !== spaceOfIds()
        ? ' of another container'
        : ''
  const message = `${folder} is open in process ${pid}${elsewhere} (since ${since}). Close it there, or use another folder. If no such process runs on any machine, delete ${path}.`
  return new RegistryError('storage_locked', message, { details: { folder, pid, since } })
}

/** For a process that lives although no lock file tells of it. */
export function lockedUnseen(folder: string): RegistryError {
  const message = `Another process has ${folder} open, though its ${LOCK_FILE} is gone or another's. Close it there, or use another folder.`
  return new RegistryError('storage_locked', message, { details: { folder } })
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
