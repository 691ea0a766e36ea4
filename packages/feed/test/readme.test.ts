import { readFileSync } from 'node:fs'
import { FEED_ERROR_CODES, FEED_REPAIR_CODES, FIELD_ALIASES, ITEM_ERROR_CODES } from '@utpid/feed'
import { expect, test } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')

test('the README documents every code and every alias as the source has them', () => {
  for (const [code, sentence] of Object.entries({ ...ITEM_ERROR_CODES, ...FEED_ERROR_CODES, ...FEED_REPAIR_CODES })) {
    expect(readme).toContain(`| \`${code}\` | ${sentence} |`)
  }
  for (const [target, aliases] of FIELD_ALIASES) {
    const list = aliases.split(',').map((alias) => alias.trim())
    expect(readme).toContain(`| \`${target}\` | \`${list.join(', ')}\` |`)
  }
})
