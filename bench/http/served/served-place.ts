import { chmodSync, constants, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { PartContext } from '../../harness/part.ts'
import { runForJson, runUtpid } from '../../harness/run-child.ts'
import { PLACE } from '../../place/bench-place.ts'
import { filledSchema, recordsOf } from '../../place/filled.ts'
import { Served, type ServedPlace } from './served.ts'

/** Generated records have 0.57 products each: 200,000 products in a folder, a million in PostgreSQL. */
const FOLDER_RECORDS = 350_000
const POSTGRES_RECORDS = 1_750_000

const SECONDS = 60
/** Of what is measured: ten seconds of a minute. */
const WARM_UP = 1 / 6

/** A registry to be served, with how many records it has. */
export interface FilledPlace extends ServedPlace {
  readonly records: number
  readonly key: string
  /** Of an account on the plan Business. */
  readonly businessKey: string
}

/** How long is measured, `--seconds N`, and warmed up before. */
export function measuredSeconds({ options }: PartContext): {
  readonly seconds: number
  readonly warmUpSeconds: number
} {
  const seconds = Number(options.seconds ?? SECONDS)
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new Error(`--seconds is ${options.seconds}; give a whole number of 1 or more.`)
  return { seconds, warmUpSeconds: seconds * WARM_UP }
}

let folder: string | undefined
const filled = new Map<string, Promise<FilledPlace>>()

function runFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'utpid-http-'))
    const made = folder
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    chmodSync(made, 0o700)
  }
  return folder
}

/** A durable registry in memory, filled once a run. */
export function inMemory(context: PartContext): Promise<FilledPlace> {
  return once('memory', async () => {
    const place = join(runFolder(), 'registry')
    const { registry } = context.options
    if (registry !== undefined) {
      context.say(`http: a copy of ${registry} is made`)
      // What is asked changes it. Who had it open before may have left its lock, which is a socket.
      const isCopied = (path: string): boolean => !basename(path).startsWith('lock.json')
      cpSync(registry, place, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isCopied })
      return await begunPlace(place, 'memory', await recordsIn(place), context)
    }
    const records = recordsOf(context, FOLDER_RECORDS)
    const file = context.options.export ?? PLACE.generated('export', records, context)
    context.say('http: they are restored into a folder')
    runUtpid(['restore', file, '--data', place])
    return await begunPlace(place, 'memory', records, context)
  })
}

async function recordsIn(place: string): Promise<number> {
  const storage = await openDurableStorage(place)
  try {
    return (await storage.ledger.counters()).get('records') ?? 0
  } finally {
    await storage.close()
  }
}

/** A registry in PostgreSQL, filled once a run. */
export function inPostgres(context: PartContext): Promise<FilledPlace> {
  return once('postgres', async () => {
    const { options } = context
    const given = { ...context, options: { ...options, records: options.records ?? String(POSTGRES_RECORDS) } }
    const { address, name, records } = await filledSchema(given)
    const url = new URL(address)
    url.searchParams.set('schema', name)
    return await begunPlace(url.href, 'postgres', records, context)
  })
}

function once(name: string, fill: () => Promise<FilledPlace>): Promise<FilledPlace> {
  const known = filled.get(name) ?? fill()
  filled.set(name, known)
  return known
}

/** What a registry is asked, and its keys: the first one is told when it is served for the first time. */
async function begunPlace(
  place: string,
  name: string,
  records: number,
  { seed, say }: PartContext,
): Promise<FilledPlace> {
  const logs = join(runFolder(), name)
  if (!existsSync(logs)) mkdirSync(logs)
  const asksFile = join(logs, 'asks.json')
  say('http: what is asked is drawn')
  runForJson('bench/http/requests/draw-asks-once.ts', [place, String(seed), asksFile])
  const served = await Served.begin({ place, asksFile, logs })
  const { key } = served
  await served.terminate()
  const account = runUtpid(['accounts', 'create', 'Business', '--plan', 'business', '--data', place]) as { id: string }
  const made = runUtpid(['keys', 'create', 'Business', '--account', account.id, '--data', place]) as { text: string }
  return { place, asksFile, logs, records, key, businessKey: made.text }
}
