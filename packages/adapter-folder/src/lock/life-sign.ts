import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'

/** Longer paths cannot be bound (108 bytes on Linux, 104 elsewhere, with the zero at the end). */
const PATH_BYTES_MAX = 103

/**
 * A socket file that answers as long as this process lives. Unlike a process id it cannot be
 * mistaken: the system takes the ear away with the process, another process with the same id has
 * none, and it is heard from other containers on the same machine, where ids mean nothing.
 */
export class LifeSign {
  readonly #server: Server
  /** Name of the file in its folder. */
  readonly name: string

  private constructor(server: Server, name: string) {
    this.#server = server
    this.name = name
  }

  /**
   * @param prefix - Of the file's name; the rest is random.
   * @returns undefined where the system or the length of the path allows none.
   */
  static async give(folder: string, prefix: string): Promise<LifeSign | undefined> {
    const name = `${prefix}-${randomBytes(6).toString('hex')}`
    const path = socketPath(folder, name)
    if (path === undefined) return undefined
    // Whoever calls hears that somebody lives, and nothing else.
    const server = createServer((caller) => caller.destroy())
    const listens = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(path, () => resolve(true))
    })
    if (!listens) return undefined
    server.unref()
    server.on('error', () => undefined)
    return new LifeSign(server, name)
  }

  /** Ends it, and takes the file away. */
  async end(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Whether the process that gave a sign still lives; undefined when that cannot be told. */
export async function isAnswered(folder: string, name: string): Promise<boolean | undefined> {
  const path = socketPath(folder, name)
  if (path === undefined) return undefined
  return await new Promise((resolve) => {
    const caller = connect(path)
    caller.once('connect', () => {
      caller.destroy()
      resolve(true)
    })
    caller.once('error', (error: NodeJS.ErrnoException) => {
      // Nobody listens, or the file is gone: it has ended. Anything else, such as a full queue, says nothing.
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? false : undefined)
    })
  })
}

/**
 * Calls every sign in a folder but one, and takes away what processes that are gone have left.
 *
 * @returns whether any is answered.
 */
export async function isAnyAnswered(folder: string, prefix: string, except: string | undefined): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.flatMap((entry) => (entry.isSocket() && entry.name.startsWith(prefix) ? [entry.name] : []))
  let answered = false
  for (const name of names) {
    if (name === except) continue
    const lives = await isAnswered(folder, name)
    if (lives === true) answered = true
    if (lives === false) await rm(join(folder, name), { force: true })
  }
  return answered
}

/** The shorter of the whole path and the one from where this process stands. */
function socketPath(folder: string, name: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const whole = join(folder, name)
  const paths = [whole, relative(process.cwd(), whole)]
  return paths.find((path) => path !== '' && Buffer.byteLength(path) <= PATH_BYTES_MAX)
}
