import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  machineBinaries,
  packagedBinaries,
} from '../../packages/adapter-postgres/test/support/server/server-binaries.ts'
import {
  endServer,
  type RunningServer,
  startServer,
} from '../../packages/adapter-postgres/test/support/server/start-server.ts'
import { withClientOf } from '../../packages/adapter-postgres/test/support/server/with-client.ts'
import { runUtpid } from '../harness/child-task.ts'
import type { PartContext } from '../harness/part.ts'
import { FilledSchema } from './filled-schema.ts'

/**
 * The PostgreSQL settings for which the bars are set. The remaining memory is for the system's cache. Writes are
 * flushed to disk.
 */
const SETTINGS = [
  'shared_buffers=2GB',
  'maintenance_work_mem=512MB',
  'work_mem=64MB',
  'effective_cache_size=6GB',
  'random_page_cost=1.1',
  'max_wal_size=4GB',
  'jit=off',
  'max_connections=100',
]

/**
 * The environment that the parts of a run share: PostgreSQL and its data. The first part that needs the server starts
 * it; the server ends with the run.
 */
export class BenchEnvironment {
  readonly #schemas = new Map<number, Promise<FilledSchema>>()
  #server: Promise<RunningServer> | undefined
  #folder: string | undefined

  /** Returns the address of the given server, or starts a server. */
  async address(url: string | undefined): Promise<string> {
    if (url !== undefined) return url
    this.#server ??= this.#start()
    return (await this.#server).url
  }

  /** Returns a feed or an export of this many generated records. It is generated once in a run. */
  generated(kind: 'feed' | 'export', records: number, { seed, say }: PartContext): string {
    const file = join(this.#place(), `${kind}-${records}-${seed}.jsonl.gz`)
    if (existsSync(file)) return file
    say(`postgres: generating ${records.toLocaleString('en')} records`)
    const args = ['generate', '--records', String(records), '--seed', String(seed), '--out', file]
    runUtpid(kind === 'export' ? [...args, '--as-export'] : args)
    return file
  }

  /**
   * Returns a schema into which an export of this many generated records was restored, once in a run.
   *
   * @param file - The export. Default: a generated one.
   */
  filled(records: number, file: string | undefined, context: PartContext): Promise<FilledSchema> {
    let schema = this.#schemas.get(records)
    if (schema === undefined) {
      schema = this.#fill(records, file, context)
      this.#schemas.set(records, schema)
    }
    return schema
  }

  /** Runs a function with its own schemas and drops them afterwards. */
  async withSchemas<T>(
    { options }: PartContext,
    schemas: readonly string[],
    work: (address: string) => Promise<T>,
  ): Promise<T> {
    const address = await this.address(options.url)
    try {
      return await work(address)
    } finally {
      await withClientOf(address, async (client) => {
        for (const schema of schemas) await client.query(`drop schema if exists "${schema}" cascade`)
      })
    }
  }

  async close(): Promise<void> {
    for (const schema of this.#schemas.values()) await schema.then((each) => each.drop()).catch(() => undefined)
    const server = await this.#server?.catch(() => undefined)
    if (server !== undefined) await endServer(server.pid)
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Returns a temporary folder. Child processes also load this file, but need none. */
  #place(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'utpid-pg-'))
    return this.#folder
  }

  async #fill(records: number, given: string | undefined, context: PartContext): Promise<FilledSchema> {
    const address = await this.address(context.options.url)
    const file = given ?? this.generated('export', records, context)
    return await FilledSchema.fill({ address, records, file, say: context.say })
  }

  async #start(): Promise<RunningServer> {
    const binaries = machineBinaries() ?? (await packagedBinaries())
    if (binaries === undefined) throw new Error('No PostgreSQL was found: install it, or give --url.')
    const folder = join(this.#place(), 'server')
    // If root starts the server, it runs as another user, who needs access to the folder.
    chmodSync(this.#place(), 0o755)
    mkdirSync(folder)
    return await startServer(binaries, folder, SETTINGS)
  }
}

/** The environment of this run. */
export const ENVIRONMENT: BenchEnvironment = new BenchEnvironment()
