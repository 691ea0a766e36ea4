import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Environment variable with the shared folder of a test run. The global set-up sets the variable. */
export const RUN_FOLDER_VARIABLE = 'UTPID_TEST_RUN_FOLDER'

/** Returns a folder inside the folder of this run, and creates the folder if it is missing. */
export function runFolder(...path: readonly string[]): string {
  const folder = process.env[RUN_FOLDER_VARIABLE]
  if (folder === undefined) throw new Error(`${RUN_FOLDER_VARIABLE} is not set; run the tests with vitest.`)
  const found = join(folder, ...path)
  mkdirSync(found, { recursive: true })
  return found
}
