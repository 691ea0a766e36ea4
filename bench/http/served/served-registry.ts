import { chmodSync, constants, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { runTask, runUtpid } from '../../harness/child-task.ts'
import { type PartContext, wholeNumber } from '../../harness/part.ts'
import { Served, type ServedRegistry } from '../../load/served.ts'
import { ENVIRONMENT } from '../../place/bench-environment.ts'
import { filledSchema } from '../../place/filled.ts'
import { drawTask } from '../requests/draw-requests.ts'

/** The generator gives 0.57 products for each record: 200,000 products in a folder, one million in PostgreSQL. */
const FOLDER_RECORDS = 350_000
const POSTGRES_RECORDS = 1_750_000

const SECONDS = 60
/** Share of the measured time that is added as warm-up: ten seconds for a minute. */
const WARM_UP = 1 / 6

/** A registry to serve, and its number of records. */
export interface FilledRegistry extends ServedRegistry {
  readonly records: number
  readonly asksFile: string
  readonly key: string
  /** The key of an account on the Business plan. */
  readonly businessKey: string
}

/** Returns the measured time, `--seconds N`, and the warm-up before it. */
export function measuredSeconds(context: PartContext): { readonly seconds: number; readonly warmUpSeconds: number } {
  const seconds = wholeNumber(context, 'seconds', SECONDS)
  return { seconds, warmUpSeconds: seconds * WARM_UP }
}

let folder: string | undefined
const filled = new Map<string, Promise<FilledRegistry>>()

function runFolder(): string {
  if (folder !== undefined) return folder
  const made = mkdtempSync(join(tmpdir(), 'utpid-http-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  chmodSync(made, 0o700)
  folder = made
  return made
}

/** Returns a durable registry with an in-memory index. It is filled once in a run. */
export function inMemory(context: PartContext): Promise<FilledRegistry> {
  return once('memory', async () => {
    const place = join(runFolder(), 'registry')
    const { registry } = context.options
    if (registry !== undefined) {
      context.say(`http: copying ${registry}`)
      // The requests change the registry, so use a copy. Leave out the lock of a previous process, which is a socket.
      const isCopied = (path: string): boolean => !basename(path).startsWith('lock.json')
      cpSync(registry, place, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isCopied })
      return await startedRegistry(place, 'memory', await recordsIn(place), context)
    }
    const records = wholeNumber(context, 'records', FOLDER_RECORDS)
    const file = context.options.export ?? ENVIRONMENT.generated('export', records, context)
    context.say('http: restoring them into a folder')
    runUtpid(['restore', file, '--data', place])
    return await startedRegistry(place, 'memory', records, context)
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

/** Returns a registry in PostgreSQL. It is filled once in a run. */
export function inPostgres(context: PartContext, unless: number = POSTGRES_RECORDS): Promise<FilledRegistry> {
  return once('postgres', async () => {
    const { address, name, records } = await filledSchema(context, unless)
    const url = new URL(address)
    url.searchParams.set('schema', name)
    return await startedRegistry(url.href, 'postgres', records, context)
  })
}

function once(name: string, fill: () => Promise<FilledRegistry>): Promise<FilledRegistry> {
  const known = filled.get(name) ?? fill()
  filled.set(name, known)
  return known
}

/** Creates the requests for a registry and its keys. The service shows its first key only at its first start. */
async function startedRegistry(
  place: string,
  name: string,
  records: number,
  { seed, say }: PartContext,
): Promise<FilledRegistry> {
  const logs = join(runFolder(), name)
  if (!existsSync(logs)) mkdirSync(logs)
  const asksFile = join(logs, 'asks.json')
  say('http: drawing requests')
  runTask(drawTask, place, seed, asksFile)
  const served = await Served.start({ place, asksFile, logs })
  const { key } = served
  await served.terminate()
  return { place, asksFile, logs, records, key, businessKey: createKey('Business', 'business', place) }
}

/** Creates an account on a plan, with an API key. */
export function createKey(name: string, plan: string, place: string): string {
  const account = runUtpid<{ id: string }>(['accounts', 'create', name, '--plan', plan, '--data', place])
  return runUtpid<{ text: string }>(['keys', 'create', name, '--account', account.id, '--data', place]).text
}
