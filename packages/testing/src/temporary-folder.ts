import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder, which is deleted after the test. */
export function temporaryFolder(): string {
  const folder = newFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates an empty folder, which the caller deletes. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'utpid-test-'))
}
