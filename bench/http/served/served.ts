import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../../scripts/repository/root.ts'

const BUILT = 'bench/http/served/built-utpid.mjs'
/** A copy of a million products in a database takes minutes. */
const BEGINS_WITHIN_MS = 1_200_000
/** Lets the service collect its garbage when it is told to. */
const COLLECTS = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())']
/** What a service says whose first key was shown to somebody else. */
const KEY_IS_TOLD = 'the first key was shown when it was made'
/** What was collected goes back to the system a moment later. */
const COLLECTED_MS = 1_000

let isBuilt = false

/** Once a run. */
function build(): void {
  if (isBuilt) return
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The packages cannot be built; why is above.')
  isBuilt = true
}

/** Where a registry is and what is known of its service. */
export interface ServedPlace {
  /** A folder, or the address of a schema. */
  readonly place: string
  /** Written by `draw-asks-once.ts`. */
  readonly asksFile: string
  /** A folder for the log, which is a file, as where a service runs by itself. */
  readonly logs: string
  /** Undefined before it was served for the first time. */
  readonly key?: string
}

/** Megabytes. */
export interface Memory {
  /** Without what is mapped from files, as the ledger is: that is the system's cache, which it takes back when it needs it. */
  readonly own: number
  /** With it. The same where the system does not tell them apart. */
  readonly resident: number
}

/** `utpid serve` in a process of its own, on a free port. */
export class Served {
  readonly address: string
  /** May do everything, without limits. */
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

  static async begin({ place, asksFile, logs, key }: ServedPlace, env: Record<string, string> = {}): Promise<Served> {
    build()
    const log = openSync(join(logs, 'serve.log'), 'a')
    const child = spawn(process.execPath, [...COLLECTS, BUILT, 'serve', '--data', place, '--port', '0'], {
      cwd: ROOT,
      env: { ...process.env, UTPID_NOTICE_SECONDS: '0', ...env },
      stdio: ['ignore', log, 'pipe'],
    })
    closeSync(log)
    // Whatever ends this run ends it, too.
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => {
        process.off('exit', end)
        resolve(code)
      })
    })
    let told = ''
    const began = await new Promise<{ address: string; key: string }>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`utpid serve did not begin: ${told}`)), BEGINS_WITHIN_MS)
      void ended.then((code) => reject(new Error(`utpid serve ended with ${code}: ${told}`)))
      child.stderr?.on('data', (text) => {
        told += String(text)
        if (key === undefined && told.includes(KEY_IS_TOLD)) {
          clearTimeout(timer)
          child.kill('SIGKILL')
          reject(new Error(`${place} was served before and tells its first key no more; give one that was not.`))
          return
        }
        const [, address] = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(told) ?? []
        const [found = key] = /utp_live_\w{36}/.exec(told) ?? []
        if (address === undefined || found === undefined) return
        clearTimeout(timer)
        resolve({ address, key: found })
      })
    })
    return new Served(began.address, began.key, asksFile, child, ended)
  }

  /** A metric by the beginning of its line: its name, with its labels where it has any. */
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

  /** Megabytes that the process holds. */
  async memory(): Promise<Memory> {
    return this.memoryOf(await this.metrics())
  }

  /** ... by metrics that were read just now. */
  memoryOf(metric: (name: string) => number): Memory {
    const resident = metric('process_resident_memory_bytes') / 1_000_000
    const status = `/proc/${this.#process.pid}/status`
    if (!existsSync(status)) return { own: resident, resident }
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []
    return { own: kilobytes === undefined ? resident : (Number(kilobytes) * 1_024) / 1_000_000, resident }
  }

  /** ... without garbage, which grows until the engine sees a reason to collect it; that takes a moment in which nothing is answered. */
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

  /** SIGKILL: it has no time for anything. */
  kill(): void {
    this.#process.kill('SIGKILL')
  }

  /** SIGTERM. @returns its exit code. */
  async terminate(): Promise<number | null> {
    this.#process.kill('SIGTERM')
    return await this.#ended
  }
}
