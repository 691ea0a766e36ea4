import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineBinaries, packagedBinaries } from '../../packages/adapter-postgres/test/support/server-binaries.ts'
import {
  endServer,
  type RunningServer,
  startServer,
} from '../../packages/adapter-postgres/test/support/start-server.ts'
import { FilledSchema } from './filled-schema.ts'

/** As much as the bars are set for; the rest of the memory is the system's cache. What is written is flushed. */
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

/** Where the parts of a run find PostgreSQL and what they share in it: begun by the first that asks, ended with the run. */
export class BenchPlace {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'utpid-pg-'))
  readonly #schemas = new Map<number, Promise<FilledSchema>>()
  #server: Promise<RunningServer> | undefined

  /** A schema that holds an export of so many generated records, restored once a run. */
  filled(records: number, seed: number, options: PlaceOptions, say: (sentence: string) => void): Promise<FilledSchema> {
    let schema = this.#schemas.get(records)
    if (schema === undefined) {
      schema = this.#fill(records, seed, options, say)
      this.#schemas.set(records, schema)
    }
    return schema
  }

  async close(): Promise<void> {
    for (const schema of this.#schemas.values()) await schema.then((each) => each.drop()).catch(() => undefined)
    const server = await this.#server?.catch(() => undefined)
    if (server !== undefined) await endServer(server.pid)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #fill(
    records: number,
    seed: number,
    { url, export: file }: PlaceOptions,
    say: (sentence: string) => void,
  ): Promise<FilledSchema> {
    const address = url ?? (await this.#ownServer())
    return await FilledSchema.fill({ address, records, seed, file, folder: this.#folder, say })
  }

  async #ownServer(): Promise<string> {
    this.#server ??= this.#start()
    return (await this.#server).url
  }

  async #start(): Promise<RunningServer> {
    const binaries = machineBinaries() ?? (await packagedBinaries())
    if (binaries === undefined) throw new Error('No PostgreSQL was found: install one, or give --url.')
    const folder = join(this.#folder, 'server')
    // A server that root starts runs as another user, who has to get through.
    chmodSync(this.#folder, 0o755)
    mkdirSync(folder)
    return await startServer(binaries, folder, SETTINGS)
  }
}

/** What the command line says of the place. */
export interface PlaceOptions {
  /** Of a server that runs already. */
  readonly url?: string | undefined
  /** An export of that many records; generated unless given. */
  readonly export?: string | undefined
}

/** The place of this run. */
export const PLACE: BenchPlace = new BenchPlace()
