import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, closeSync, cpSync, mkdirSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { ServerBinaries } from './server-binaries.ts'

export interface RunningServer {
  readonly pid: number
  readonly url: string
}

const READY_WITHIN_MS = 30_000
const POLL_MS = 20

const HAS_SOCKETS = process.platform !== 'win32'
const LOG = 'server.log'

const NOTHING_FLUSHED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/** PostgreSQL does not run as root, so root runs it as one of these users. */
const USERS_FOR_ROOT: readonly string[] = ['postgres', 'nobody']

interface Owner {
  readonly uid: number
  readonly gid: number
}

/** A database cluster, for any number of server runs. */
export interface Cluster {
  /** The folder of `postgres` and `pg_ctl`. */
  readonly programs: string
  /** The folder of the socket and the log. The cluster is in its subfolder `data`. */
  readonly folder: string
  readonly data: string
  readonly url: string
  /** The user that runs the programs. */
  readonly runsAs: { readonly cwd: string; readonly uid?: number; readonly gid?: number }
}

/**
 * Creates a database cluster in a folder and runs a server on it. The server continues after this process exits; the
 * caller ends it by pid.
 *
 * @param settings - Settings as `name=value`. Default: no fsync, since a test server needs no data after a crash of
 *   the machine.
 */
export async function startServer(
  binaries: ServerBinaries,
  folder: string,
  settings: readonly string[] = NOTHING_FLUSHED,
): Promise<RunningServer> {
  return await runServer(await makeCluster(binaries, folder), settings)
}

/**
 * Creates a cluster. Its server listens on a socket in the folder, or on a free loopback port where sockets are
 * unavailable.
 */
export async function makeCluster({ folder: binaries, tree }: ServerBinaries, folder: string): Promise<Cluster> {
  const owner = process.getuid?.() === 0 ? ownerForRoot() : undefined
  let programs = binaries
  if (tree !== undefined && owner !== undefined) {
    cpSync(tree, join(folder, 'server'), { recursive: true, verbatimSymlinks: true })
    programs = join(folder, 'server', 'bin')
  }
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  if (owner !== undefined) {
    chmodSync(folder, 0o755)
    for (const each of [folder, data]) chownSync(each, owner.uid, owner.gid)
  }
  const runsAs = { cwd: folder, ...owner }
  const cluster = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), cluster, { ...runsAs, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = HAS_SOCKETS ? 5432 : await freePort()
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres${HAS_SOCKETS ? `?host=${encodeURIComponent(folder)}` : ''}`
  return { programs, folder, data, url, runsAs }
}

/** Starts a server. Resolves when the server responds. */
export async function runServer(cluster: Cluster, settings: readonly string[]): Promise<RunningServer> {
  const { programs, folder, data, url, runsAs } = cluster
  const place = HAS_SOCKETS ? ['-k', folder, '-c', 'listen_addresses='] : ['-c', 'listen_addresses=127.0.0.1']
  const log = openSync(join(folder, LOG), 'a')
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', new URL(url).port, ...place, ...settings.flatMap((setting) => ['-c', setting])],
    { ...runsAs, detached: true, stdio: ['ignore', log, log] },
  )
  server.unref()
  closeSync(log)
  if (server.pid === undefined) throw new Error(`${join(programs, 'postgres')} could not be started.`)
  await answers(url, () => server.exitCode === null, join(folder, LOG))
  return { pid: server.pid, url }
}

/** Ends a server by its pid and waits until it is gone. */
export async function endServer(pid: number): Promise<void> {
  try {
    // Sends SIGINT for a fast shutdown, which open connections do not delay.
    process.kill(pid, 'SIGINT')
    for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await setTimeout(POLL_MS)) process.kill(pid, 0)
    process.kill(pid, 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function ownerForRoot(): Owner {
  for (const user of USERS_FOR_ROOT) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
      )
      if (uid !== undefined && gid !== undefined) return { uid, gid }
    } catch {
      // Skips a user that this machine lacks.
    }
  }
  throw new Error(`PostgreSQL does not run as root, and the user ${USERS_FOR_ROOT.join(' or ')} does not exist.`)
}

async function answers(url: string, isRunning: () => boolean, log: string): Promise<void> {
  let reason: unknown
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end && isRunning(); await setTimeout(POLL_MS)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      reason = error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error(`The test server did not respond. See its log: ${log}.`, { cause: reason })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}
