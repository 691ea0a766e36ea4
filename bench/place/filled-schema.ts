import { openPostgresStorage } from '@utpid/adapter-postgres'
import type { Storage } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import { withClientOf } from '../../packages/adapter-postgres/test/support/server/with-client.ts'

interface FillOptions {
  readonly address: string
  readonly records: number
  /** The path of the export. */
  readonly file: string
  readonly say: (sentence: string) => void
}

/** A schema of generated records. Its tables are analysed, as some minutes after a restore. */
export class FilledSchema {
  readonly address: string
  readonly name: string
  readonly records: number
  /** The export from which the schema was restored. */
  readonly file: string
  readonly restoreSeconds: number

  private constructor(address: string, name: string, records: number, file: string, restoreSeconds: number) {
    this.address = address
    this.name = name
    this.records = records
    this.file = file
    this.restoreSeconds = restoreSeconds
  }

  static async fill({ address, records, file, say }: FillOptions): Promise<FilledSchema> {
    say(`postgres: restoring ${records.toLocaleString('en')} records`)
    const name = `utpid_bench_${records}`
    const started = performance.now()
    const storage = await openPostgresStorage({ connectionString: address, schema: name })
    try {
      await restoreRegistry(storage, readLines(file))
    } finally {
      await storage.close()
    }
    const seconds = (performance.now() - started) / 1_000
    say(`postgres: restored in ${Math.round(seconds)} s`)
    const schema = new FilledSchema(address, name, records, file, seconds)
    await schema.query('vacuum (analyze)')
    return schema
  }

  async open(connections: number): Promise<Storage> {
    return await openPostgresStorage({ connectionString: this.address, schema: this.name, connections })
  }

  /** Runs an SQL query directly on the tables. */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return await withClientOf(this.address, async (client) => (await client.query<Row>(text, [...values])).rows)
  }

  async drop(): Promise<void> {
    await this.query(`drop schema if exists "${this.name}" cascade`)
  }
}
