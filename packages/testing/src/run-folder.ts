import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names the folder that the processes of one test run share; the global set-up sets it. */
export const RUN_FOLDER_VARIABLE = 'UTPID_TEST_RUN_FOLDER'

/** A folder in the folder of this run, made when it is not there. */
export function runFolder(...path: readonly string[]): string {
  const folder = process.env[RUN_FOLDER_VARIABLE]
  if (folder === undefined) throw new Error(`${RUN_FOLDER_VARIABLE} is not set; run the tests with vitest.`)
  const found = join(folder, ...path)
  mkdirSync(found, { recursive: true })
  return found
}
