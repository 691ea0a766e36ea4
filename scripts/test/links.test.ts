import { expect, test } from 'vitest'
import { anchorsOf, linksOf } from '../docs/links.ts'

test('links in the text count, links in code do not', () => {
  const text = 'See [a](x.md#b) and `[c](y.md)`.\n\n```md\n[d](z.md)\n```\n\n<img src="p.svg">'
  expect(linksOf(text)).toEqual([
    { target: 'x.md#b', line: 1 },
    { target: 'p.svg', line: 7 },
  ])
})

test('creates the same anchors as GitHub', () => {
  const anchors = anchorsOf(
    '# What it *is*, and is not\n\n## Same\n\n## Same\n\n```text\n# No heading\n```\n\n## `utpid keys`\n',
  )
  expect([...anchors]).toEqual(['what-it-is-and-is-not', 'same', 'same-1', 'utpid-keys'])
})
