import { readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAddress } from './storage-place.ts'

/** Beside what a service keeps; it tells nothing that opens anything. */
const ADDRESS_FILE = join('service', 'address.json')
/** Of `@utpid/adapter-folder`: says which process has the folder open. */
const LOCK_FILE = 'lock.json'

/** What is shown must be an address and nothing else. */
const ADDRESS = /^http:\/\/[\w.:[\]-]+$/

interface Served {
  readonly address: string
  readonly pid: number
}

/**
 * Writes down in a folder where it is served, for who finds it locked.
 *
 * @returns what takes it away again.
 */
export async function tellAddress(place: string, address: string): Promise<() => Promise<void>> {
  if (isAddress(place)) return async () => undefined
  const file = join(place, ADDRESS_FILE)
  const served: Served = { address, pid: process.pid }
  await writeFile(file, `${JSON.stringify(served)}\n`)
  return async () => await unlink(file).catch(() => undefined)
}

/** What is known of who has a folder open. */
export interface FolderHolder {
  /** Where it serves the folder; undefined when it does not say so. */
  readonly address: string | undefined
  readonly isThisProcess: boolean
}

export async function folderHolder(folder: string): Promise<FolderHolder> {
  const served = await readJson<Served>(join(folder, ADDRESS_FILE))
  const holder = await readJson<{ readonly pid: number }>(join(folder, LOCK_FILE))
  // What a service wrote that was killed is about another process.
  const isOfHolder = served?.pid !== undefined && served.pid === holder?.pid
  const address = isOfHolder && ADDRESS.test(served.address ?? '') ? served.address : undefined
  return { address, isThisProcess: holder?.pid === process.pid }
}

async function readJson<Row>(file: string): Promise<Partial<Row> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Row>
  } catch {
    return undefined
  }
}
