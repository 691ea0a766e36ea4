import { detectFormat } from '@utpid/feed'
import { expect, test } from 'vitest'

test.each([
  ['a.jsonl', '{"a":1}\n', 'jsonl'],
  ['a.jsonl', '{"a":\n{"a":1}\n', 'jsonl'],
  ['a.jsonl', '[1,2]\n{"a":1}\n', 'jsonl'],
  ['a.jsonl', '[\n{"a":1}', 'json'],
  ['a.jsonl', '[{"a":1}]', 'json'],
  ['A.NDJSON.GZ', '{"a":1}', 'jsonl'],
  ['a.json', '{"a":1}\n{"a":2}', 'jsonl'],
  ['a.json', '{\n "a": 1\n}', 'json'],
  ['a.json', '{\n  "a": [\n    { "b": 1 }\n  ]\n}', 'json'],
  ['a.json', '{"a":\n{"a":1}\n', 'jsonl'],
  ['a.json', '  [ {"a":1} ]', 'json'],
  ['a.csv', 'a,b\n', 'csv'],
  ['a.csv', '{"a":1}\n', 'jsonl'],
  ['a.tsv.gz', 'a\tb', 'csv'],
  ['a.csv', '', 'csv'],
  ['-', '', 'jsonl'],
  ['-', '{"a":1}\n{"a":2}', 'jsonl'],
  ['-', '{"a":\n{"a":2}\n', 'jsonl'],
  ['-', 'x\n{"a":2}\n', 'jsonl'],
  ['-', '{\n"a":2}\n', 'json'],
  ['-', '[{"a":2},', 'json'],
  ['-', '\uFEFFname;city\n', 'csv'],
] as const)('%s starting with %j is %s', (name, head, format) => {
  expect(detectFormat(name, Buffer.from(head))).toBe(format)
})
