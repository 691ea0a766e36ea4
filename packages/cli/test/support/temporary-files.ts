import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '@utpid/testing'
import { afterAll } from 'vitest'

/** Writes JSON Lines into a temporary folder, which is removed after the tests of the file, and returns the path. */
export function temporaryFiles(): (name: string, lines: readonly unknown[]) => string {
  const folder = newFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (name, lines) => {
    const path = join(folder, name)
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    writeFileSync(path, `${text}\n`)
    return path
  }
}
