import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../scripts/repository/root.ts'
import { tableFiles } from '../../feeds/messy/table-files.ts'
import { seededRandom } from '../../harness/seeded-random.ts'

/** Folders with the words and layouts of test files, and the imports from packages that they need for other things. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  headers: ['@utpid/generator'],
  hostile: ['@utpid/feed', '@utpid/testing/files'],
  messy: ['@utpid/core', '@utpid/feed', '@utpid/gazetteer', '@utpid/testing/files'],
}
/** Files that read with the product, and do not write words. */
const READERS = ['check-messy.ts', 'read-hostile.ts']

test.each(Object.entries(FOLDERS))('the words of feeds/%s are not those of the product', (folder, allowed) => {
  const path = join(ROOT, 'bench/feeds', folder)
  for (const file of readdirSync(path)) {
    const imported = [...readFileSync(join(path, file), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, name = '']) => name,
    )
    expect(imported.filter((name) => name.includes('packages/'))).toEqual([])
    const ofPackages = imported.filter((name) => name.startsWith('@utpid/'))
    const own = READERS.includes(file) ? allowed : allowed.filter((name) => !/core|feed$|gazetteer/.test(name))
    expect(ofPackages.filter((name) => !own.includes(name))).toEqual([])
  }
})

test('the product does not import the words of the bench', () => {
  const path = join(ROOT, 'packages/feed/src')
  for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.ts')) expect(readFileSync(join(path, file), 'utf8')).not.toMatch(/from '[^']*bench\//)
  }
})

test('a seed gives the same files', () => {
  const drawn = [1, 1, 2].map((seed) => tableFiles(20, seededRandom(seed)).map(({ bytes }) => bytes.toString('base64')))
  expect(drawn[0]).toEqual(drawn[1])
  expect(drawn[0]).not.toEqual(drawn[2])
})
