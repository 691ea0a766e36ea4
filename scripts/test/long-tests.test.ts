import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../repository/root.ts'
import { LONG_TEST } from '../tests/test-graph.ts'

const USES_LONG_TEST = /import \{[^}]*\blongTest\b[^}]*\} from '@utpid\/testing'/

/** Returns the test files of all packages: their texts by path. */
function testSources(): Map<string, string> {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name, 'test'))
  const files = packages.flatMap((folder) => {
    try {
      return readdirSync(folder, { withFileTypes: true, recursive: true })
    } catch {
      return []
    }
  })
  return new Map(
    files
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(ROOT, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  )
}

test('the long run includes every file with long tests', () => {
  const sources = testSources()
  const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8')
  const [, listed = ''] = /const MIXED_TESTS = \[([^\]]*)\]/.exec(config) ?? []
  const patterns = [...listed.matchAll(/'([^']+)'/g)].map(([, pattern]) => pattern as string)
  const isListed = (path: string): boolean =>
    patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(path))
  const isImported = (path: string): boolean => {
    const name = path.split('/').at(-1) as string
    return [...sources].some(([other, text]) => LONG_TEST.test(other) && text.includes(`/${name}'`))
  }
  const users = [...sources].filter(([, text]) => USES_LONG_TEST.test(text)).map(([path]) => path)
  expect(users.length).toBeGreaterThan(3)
  expect(users.filter((path) => !isListed(path) && !isImported(path))).toEqual([])
})
