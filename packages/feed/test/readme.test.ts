import { readFileSync } from 'node:fs'
import { FEED_ERROR_CODES, FEED_REPAIR_CODES, ITEM_ERROR_CODES } from '@utpid/feed'
import { expect, test } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')

test('the README documents every code as the source has it', () => {
  for (const [code, sentence] of Object.entries({ ...ITEM_ERROR_CODES, ...FEED_ERROR_CODES, ...FEED_REPAIR_CODES })) {
    expect(readme).toContain(`| \`${code}\` | ${sentence} |`)
  }
})
