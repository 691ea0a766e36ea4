import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../../scripts/repository/root.ts'

const BUILT = 'bench/http/served/built-utpid.mjs'
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
  /** Requests written by `draw-asks-once.ts`. */
  readonly asksFile: string
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
    address: string,
    key: string,
    asksFile: string,
    child: ChildProcess,
    ended: Promise<number | null>,
  ) {
    this.address = address
    this.key = key
    this.asksFile = asksFile
    this.#process = child
    this.#ended = ended
  }

  static async start(
    { place, asksFile, logs, key }: ServedRegistry,
    env: Record<string, string> = {},
  ): Promise<Served> {
    build()
    const log = openSync(join(logs, 'serve.log'), 'a')
    const child = spawn(process.execPath, [...GC_FLAGS, BUILT, 'serve', '--data', place, '--port', '0'], {
      cwd: ROOT,
      env: { ...process.env, UTPID_NOTICE_SECONDS: '0', ...env },
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
    let stderrText = ''
    const began = await new Promise<{ address: string; key: string }>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`utpid serve did not start: ${stderrText}`)), START_TIMEOUT_MS)
      void ended.then((code) => reject(new Error(`utpid serve ended with ${code}: ${stderrText}`)))
      child.stderr?.on('data', (text) => {
        stderrText += String(text)
        if (key === undefined && stderrText.includes(KEY_SHOWN_BEFORE)) {
          clearTimeout(timer)
          child.kill('SIGKILL')
          reject(
            new Error(
              `${place} was served before and does not show its first key again; give a registry that was not.`,
            ),
          )
          return
        }
        const [, address] = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(stderrText) ?? []
        const [found = key] = /utp_live_\w{36}/.exec(stderrText) ?? []
        if (address === undefined || found === undefined) return
        clearTimeout(timer)
        resolve({ address, key: found })
      })
    })
    return new Served(began.address, began.key, asksFile, child, ended)
  }

  /** Returns a function that looks up a metric by the start of its line: its name, with labels if it has any. */
  async metrics(): Promise<(name: string) => number> {
    const text = await (await this.fetch('/metrics')).text()
    const lines = text.split('\n')
    return (name) =>
      Number(
        lines
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1) ?? Number.NaN,
      )
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
