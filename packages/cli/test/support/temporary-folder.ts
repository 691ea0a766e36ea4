import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder, gone with the test. */
export function temporaryFolder(): string {
  const folder = keptFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A new folder, for the caller to remove. */
export function keptFolder(): string {
  return mkdtempSync(join(tmpdir(), 'utpid-cli-'))
}
