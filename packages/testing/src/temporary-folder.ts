import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new, empty folder that is deleted when the test is over. */
export function temporaryFolder(): string {
  const folder = keptFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A new, empty folder that the caller deletes. */
export function keptFolder(): string {
  return mkdtempSync(join(tmpdir(), 'utpid-test-'))
}
