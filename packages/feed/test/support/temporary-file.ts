import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a file that exists until the test ends, and returns its path. */
export function temporaryFile(bytes: Buffer, name = 'file'): string {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
