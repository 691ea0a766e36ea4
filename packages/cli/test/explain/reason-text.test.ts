import type { ExplainedKey } from '@utpid/core/operations'
import { expect, test } from 'vitest'
import { reasonText } from '../../src/explain/reason-text.ts'

const KEY: ExplainedKey = { from: ['coordinates', 'name'], words: ['zephyr'], records: 201, maxRecords: 200 }

test('a key of a rule that a schema adds names the rule', () => {
  const keys = [KEY, { ...KEY, from: ['added.owner'], words: [], rule: 'owner_key' }, { ...KEY, from: [], rule: 'all' }]
  expect(reasonText({ code: 'skipped_keys', keys }).lines).toEqual([
    'coordinates and "zephyr" (201 records, limit 200), added.owner by the rule owner_key (201 records, limit 200), by the rule all (201 records, limit 200)',
  ])
})
