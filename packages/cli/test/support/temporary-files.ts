import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '@utpid/testing'
import { afterAll } from 'vitest'

/**
 * Returns a function that writes JSON Lines into a temporary folder and returns the path. The folder is removed after
 * the tests of the file.
 */
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
