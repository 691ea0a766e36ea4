import { readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAddress } from './storage-place.ts'

/** File with the address of the service, next to its data. It contains no secret. */
const ADDRESS_FILE = join('service', 'address.json')
/** Lock file of `@utpid/adapter-folder`: names the process that has the folder open. */
const LOCK_FILE = 'lock.json'

/** A shown address must match this pattern completely. */
const ADDRESS = /^http:\/\/[\w.:[\]-]+$/

interface Served {
  readonly address: string
  readonly pid: number
}

/**
 * Writes the address of the service into its folder, for processes that find the folder locked.
 *
 * @returns A function that removes the file.
 */
export async function writeAddress(place: string, address: string): Promise<() => Promise<void>> {
  if (isAddress(place)) return async () => undefined
  const file = join(place, ADDRESS_FILE)
  const served: Served = { address, pid: process.pid }
  await writeFile(file, `${JSON.stringify(served)}\n`)
  return async () => await unlink(file).catch(() => undefined)
}

/** The process that has a folder open. */
export interface FolderHolder {
  /** The address at which this process serves the folder; undefined when unknown. */
  readonly address: string | undefined
  readonly isThisProcess: boolean
}

export async function folderHolder(folder: string): Promise<FolderHolder> {
  const served = await readJson<Served>(join(folder, ADDRESS_FILE))
  const holder = await readJson<{ readonly pid: number }>(join(folder, LOCK_FILE))
  // The address file of a killed service has the id of another process.
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
