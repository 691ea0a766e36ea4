import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'

/**
 * The maximum length of a socket path in bytes. The system limit is 108 on Linux and 104 elsewhere, with the
 * terminating zero.
 */
const MAX_PATH_BYTES = 103

/**
 * A socket file that accepts connections while this process lives. It is more reliable than a process id. The kernel
 * closes the socket when the process exits, and another process with the same id does not have this socket. The socket
 * also works across containers on one machine.
 */
export class LivenessSocket {
  readonly #server: Server
  readonly name: string

  private constructor(server: Server, name: string) {
    this.#server = server
    this.name = name
  }

  /**
   * Creates a socket.
   *
   * @param prefix - The start of the file name; the rest is random.
   * @returns undefined if the platform does not support sockets or the path is too long.
   */
  static async create(folder: string, prefix: string): Promise<LivenessSocket | undefined> {
    const name = `${prefix}-${randomBytes(6).toString('hex')}`
    const path = socketPath(folder, name)
    if (path === undefined) return undefined
    // The connection itself proves that this process lives.
    const server = createServer((connection) => connection.destroy())
    const listens = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(path, () => resolve(true))
    })
    if (!listens) return undefined
    server.unref()
    server.on('error', () => undefined)
    return new LivenessSocket(server, name)
  }

  /** Closes the socket and deletes its file. */
  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Returns whether the process that created a socket still lives; undefined if the result is uncertain. */
export async function isAlive(folder: string, name: string): Promise<boolean | undefined> {
  const path = socketPath(folder, name)
  if (path === undefined) return undefined
  return await new Promise((resolve) => {
    const connection = connect(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', (error: NodeJS.ErrnoException) => {
      // These two errors mean that the process has exited: it does not listen, or the file is gone. Other errors, such
      // as a full queue, prove nothing.
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? false : undefined)
    })
  })
}

/**
 * Tries every socket in a folder except one, and deletes the sockets of dead processes.
 *
 * @returns whether any of the processes lives.
 */
export async function isAnyAlive(folder: string, prefix: string, except: string | undefined): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.flatMap((entry) => (entry.isSocket() && entry.name.startsWith(prefix) ? [entry.name] : []))
  let anyAlive = false
  for (const name of names) {
    if (name === except) continue
    const alive = await isAlive(folder, name)
    if (alive === true) anyAlive = true
    if (alive === false) await rm(join(folder, name), { force: true })
  }
  return anyAlive
}

/** Returns the shorter of the absolute path and the path relative to the working directory. */
function socketPath(folder: string, name: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const whole = join(folder, name)
  const paths = [whole, relative(process.cwd(), whole)]
  return paths.find((path) => path !== '' && Buffer.byteLength(path) <= MAX_PATH_BYTES)
}
