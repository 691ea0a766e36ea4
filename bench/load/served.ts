import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../scripts/repository/root.ts'
import { withFolder } from '../harness/with-folder.ts'

const BUILT = 'bench/load/built-utpid.mjs'
/** Copying a million products from a database takes minutes. */
const START_TIMEOUT_MS = 1_200_000
/** Options that let the service collect garbage on a signal. */
const GC_FLAGS = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())']
/** Message of a service that has shown its first key at an earlier start. */
const KEY_SHOWN_BEFORE = 'the first key was shown when it was created'
/** Time after a collection until the memory is returned to the system. */
const COLLECTED_MS = 1_000

let isBuilt = false

/** Builds the packages once in a run. */
function build(): void {
  if (isBuilt) return
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The packages cannot be built; the reason is above.')
  isBuilt = true
}

/** The location of a registry and the state of its service. */
export interface ServedRegistry {
  /** A folder, or the address of a schema. */
  readonly place: string
  /** The file of its requests, see `draw-requests.ts`. */
  readonly asksFile?: string
  /** A folder for the log file. A service that runs by itself also logs to a file. */
  readonly logs: string
  /** The first key; undefined before the first start. */
  readonly key?: string
}

/** Megabytes. */
export interface Memory {
  /** Memory without mapped files, such as the ledger. The system can reclaim the cache of mapped files. */
  readonly own: number
  /** Memory including mapped files. Equal to `own` if the system does not distinguish them. */
  readonly resident: number
}

/** `utpid serve` in a separate process, on a free port. */
export class Served {
  readonly address: string
  /** A key with all permissions, without limits. */
  readonly key: string
  readonly asksFile: string
  readonly #process: ChildProcess
  readonly #ended: Promise<number | null>

  private constructor(
    child: ChildProcess,
    ended: Promise<number | null>,
    address: string,
    key: string,
    asksFile: string,
  ) {
    this.#process = child
    this.#ended = ended
    this.address = address
    this.key = key
    this.asksFile = asksFile
  }

  static async start(
    { place, asksFile = '', logs, key }: ServedRegistry,
    env: Record<string, string> = {},
  ): Promise<Served> {
    build()
    const log = openSync(join(logs, 'serve.log'), 'a')
    const child = spawn(process.execPath, [...GC_FLAGS, BUILT, 'serve', '--data', place, '--port', '0'], {
      cwd: ROOT,
      env: { ...process.env, UTPID_SHUTDOWN_NOTICE_SECONDS: '0', ...env },
      stdio: ['ignore', log, 'pipe'],
    })
    closeSync(log)
    // Kill the service when this run ends for any reason.
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => {
        process.off('exit', end)
        resolve(code)
      })
    })
    const began = await startedAt(child, ended, place, key)
    return new Served(child, ended, began.address, began.key, asksFile)
  }

  /** Returns a function that looks up a metric by the start of its line: its name, with labels if it has any. */
  async metrics(): Promise<(name: string) => number> {
    const lines = (await (await this.fetch('/metrics')).text()).split('\n')
    return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? Number.NaN)
  }

  /** Returns the longest event-loop delay in milliseconds since the metrics were read last. */
  async longestDelayMs(): Promise<number> {
    return delayMs(await this.metrics(), 1)
  }

  /** Reads the memory of the process in megabytes. */
  async memory(): Promise<Memory> {
    return this.memoryOf(await this.metrics())
  }

  /** Returns the memory of the process from metrics that were just read. */
  memoryOf(metric: (name: string) => number): Memory {
    const resident = metric('process_resident_memory_bytes') / 1_000_000
    const status = `/proc/${this.#process.pid}/status`
    if (!existsSync(status)) return { own: resident, resident }
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []
    return { own: kilobytes === undefined ? resident : (Number(kilobytes) * 1_024) / 1_000_000, resident }
  }

  /**
   * Reads the memory after a garbage collection, which blocks responses for a moment. Otherwise garbage grows until the
   * engine collects it.
   */
  async collectedMemory(): Promise<Memory> {
    this.#process.kill('SIGUSR2')
    await pause(COLLECTED_MS)
    return await this.memory()
  }

  async fetch(
    path: string,
    { key = this.key, body, accept = '*/*' }: { key?: string; body?: unknown; accept?: string } = {},
  ): Promise<Response> {
    return await fetch(`${this.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept,
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Sends SIGKILL. */
  kill(): void {
    this.#process.kill('SIGKILL')
  }

  /** Sends SIGTERM. @returns the exit code. */
  async terminate(): Promise<number | null> {
    this.#process.kill('SIGTERM')
    return await this.#ended
  }
}

/** Returns a quantile of the event-loop delay in milliseconds, from metrics that were just read. */
export function delayMs(metric: (name: string) => number, quantile: number): number {
  return metric(`utpid_event_loop_delay_seconds{quantile="${quantile}"}`) * 1_000
}

/** Serves a registry while a function runs. */
export async function withServed<Result>(
  place: ServedRegistry,
  work: (served: Served) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> {
  const served = await Served.start(place, env)
  try {
    return await work(served)
  } finally {
    await served.terminate()
  }
}

/** Serves a new registry in a temporary folder, which also has the log `serve.log`. */
export function withNewService<Result>(
  work: (served: Served, folder: string) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> {
  return withFolder((folder) =>
    withServed({ place: join(folder, 'registry'), logs: folder }, (served) => work(served, folder), env),
  )
}

/** Waits until a service prints its address and its first key, or the given key. */
async function startedAt(
  child: ChildProcess,
  ended: Promise<number | null>,
  place: string,
  key: string | undefined,
): Promise<{ address: string; key: string }> {
  let said = ''
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`utpid serve did not start: ${said}`)), START_TIMEOUT_MS)
    void ended.then((code) => reject(new Error(`utpid serve ended with ${code}: ${said}`)))
    child.stderr?.on('data', (text) => {
      said += String(text)
      const [, address] = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(said) ?? []
      const [found = key] = /utp_live_\w{36}/.exec(said) ?? []
      const isServedBefore = key === undefined && said.includes(KEY_SHOWN_BEFORE)
      if (!isServedBefore && (address === undefined || found === undefined)) return
      clearTimeout(timer)
      if (address !== undefined && found !== undefined && !isServedBefore) return resolve({ address, key: found })
      child.kill('SIGKILL')
      reject(
        new Error(`${place} was served before and does not show its first key again; give a registry that was not.`),
      )
    })
  })
}
