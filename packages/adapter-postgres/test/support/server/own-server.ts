import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { machineBinaries, packagedBinaries } from './server-binaries.ts'
import { type Cluster, endServer, makeCluster, runServer } from './start-server.ts'

/** The settings of a durable server, but without fsync: the kernel still has the writes of a killed server. */
const SETTINGS = ['fsync=off', 'max_connections=60', 'shared_buffers=32MB', 'log_min_messages=fatal']
const POLL_MS = 5

/** A server for one test, which may kill the server. It ends with the test. */
export class OwnServer {
  readonly cluster: Cluster
  readonly #settings: readonly string[]
  #pid: number | undefined

  private constructor(cluster: Cluster, settings: readonly string[]) {
    this.cluster = cluster
    this.#settings = settings
  }

  /**
   * @param settings - Settings as `name=value`, in addition to the settings of every such server.
   * @param folder - The folder of all files of the server. Default: a new folder.
   */
  static async start(settings: readonly string[] = [], folder: string = ownFolder()): Promise<OwnServer> {
    const binaries = machineBinaries() ?? (await packagedBinaries())
    if (binaries === undefined) throw new Error('This test kills a server, so PostgreSQL must be installed.')
    const server = new OwnServer(await makeCluster(binaries, folder), [...SETTINGS, ...settings])
    onTestFinished(() => server.end())
    await server.run()
    return server
  }

  get url(): string {
    return this.cluster.url
  }

  /** Starts the server again after its end. Resolves when the server responds. */
  async run(): Promise<void> {
    this.#pid = (await runServer(this.cluster, this.#settings)).pid
  }

  /** Kills the postmaster and all its processes with `kill -9`. */
  async kill(): Promise<void> {
    const pid = this.#pid as number
    const children = childrenOf(pid)
    for (const each of [pid, ...children]) signal(each, 'SIGKILL')
    // Waits also for processes that were started meanwhile: they exit without their postmaster.
    await goneAll([pid, ...children])
  }

  /** Ends the server at once, without a checkpoint. */
  async stopImmediately(): Promise<void> {
    const { programs, data, runsAs } = this.cluster
    execFileSync(join(programs, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-w'], {
      ...runsAs,
      stdio: 'ignore',
    })
    await goneAll([this.#pid as number])
  }

  isRunning(): boolean {
    return this.#pid !== undefined && isThere(this.#pid)
  }

  async end(): Promise<void> {
    if (this.#pid !== undefined) await endServer(this.#pid)
    this.#pid = undefined
  }
}

/**
 * Creates a folder that is removed after the test. Its path is short, since a socket path is limited to about 100
 * bytes.
 */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-pg-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
      .map(Number)
  } catch {
    // Returns no processes: the process has no children.
    return []
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

function isThere(pid: number): boolean {
  return signal(pid, 0)
}

async function goneAll(pids: readonly number[]): Promise<void> {
  while (pids.some(isThere)) await setTimeout(POLL_MS)
}
