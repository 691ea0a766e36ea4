import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineBinaries, packagedBinaries } from '../../packages/adapter-postgres/test/support/server-binaries.ts'
import { endServer, startServer } from '../../packages/adapter-postgres/test/support/start-server.ts'
import type { PartContext } from '../report/part.ts'
import { runUtpid } from '../report/run-child.ts'

/** A server for one part, with a folder for what is read into it. */
export interface WriteServer {
  readonly url: string
  readonly folder: string
}

/** Runs something with a server that is gone afterwards; `--url` names one that runs already. */
export async function withServer<T>(context: PartContext, work: (server: WriteServer) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-pg-'))
  try {
    const given = context.options.url
    if (given !== undefined) return await work({ url: given, folder })
    const binaries = machineBinaries() ?? (await packagedBinaries())
    if (binaries === undefined) throw new Error('No PostgreSQL was found: install one, or give --url.')
    // A server that root starts runs as another user, who has to get through.
    chmodSync(folder, 0o755)
    const place = join(folder, 'server')
    mkdirSync(place)
    const { pid, url } = await startServer(binaries, place)
    try {
      return await work({ url, folder })
    } finally {
      await endServer(pid)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How many records a part writes: `--records N`. */
export function recordsOf({ options }: PartContext, unless: number): number {
  const records = options.records === undefined ? unless : Number(options.records)
  if (Number.isInteger(records) && records > 0) return records
  throw new Error(`--records is ${options.records}; give a whole number above 0.`)
}

/** Makes a feed, or an export, of generated records. */
export function generated(folder: string, name: string, records: number, seed: number, ...more: string[]): string {
  const file = join(folder, `${name}.jsonl`)
  runUtpid(['generate', '--records', String(records), '--seed', String(seed), '--out', file, ...more])
  return file
}
