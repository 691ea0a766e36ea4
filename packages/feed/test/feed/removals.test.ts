import { Readable } from 'node:stream'
import {
  type ColumnReport,
  createFeedStats,
  ignoredColumns,
  parseRecipe,
  parseRemovedWhen,
  type ReadFeedOptions,
  readFeed,
  readRecipe,
} from '@utpid/feed'
import { expect, test } from 'vitest'

async function read(text: string, options: ReadFeedOptions): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const item of readFeed(Readable.from([text]), options)) {
    rows.push('error' in item ? item.error.code : item.record)
  }
  return rows
}

test.each([
  ['action=D,DEL', 'del', true],
  ['action=D,DEL', ' D ', true],
  ['action=D,DEL', 'U', false],
  ['action', 'TRUE', true],
  ['action', '1', true],
  ['action', 'no', false],
  ['action!=A,U', 'D', true],
  ['action!=A,U', 'u', false],
  ['ACTION=d', 'D', true],
])('the condition %s for the value "%s": %s', async (condition, value, isRemoved) => {
  const text = `code,name,action\nH1,Zephyr,${value}\n`
  const rows = await read(text, { removedWhen: parseRemovedWhen([condition]) })
  if (isRemoved) expect(rows).toEqual([{ code: 'H1', removed: true }])
  else expect(rows).toMatchObject([{ code: 'H1', name: 'Zephyr' }])
})

test('a removal needs only its code, and one of the conditions is enough', async () => {
  const stats = createFeedStats()
  const text =
    '{"supplier":"Bed Bank","code":"H1","deleted":true}\n{"code":"H2","name":"Quill"}\n{"code":"H3","state":"x"}\n'
  const rows = await read(text, { removedWhen: parseRemovedWhen(['deleted', 'state=x']), stats })
  expect(rows).toMatchObject([
    { supplier: 'Bed Bank', code: 'H1', removed: true },
    { code: 'H2', name: 'Quill' },
    { code: 'H3', removed: true },
  ])
  expect(stats).toMatchObject({ records: 3, removed: 2 })
})

test('rows of JSON may lack the flag, but the header of a CSV must have its column', async () => {
  const removedWhen = parseRemovedWhen(['deleted'])
  expect(await read('{"code":"H1","name":"Quill"}\n', { removedWhen })).toHaveLength(1)
  await expect(read('code,name,delted\nH1,Quill,1\n', { removedWhen })).rejects.toThrow('did you mean "delted"?')
})

test.each(['', '=x', 'status=', 'status= , '])('the condition "%s" is refused', (condition) => {
  expect(() => parseRemovedWhen([condition])).toThrow(expect.objectContaining({ code: 'invalid_condition' }))
})

test.each([
  ['H1\nH2\nH3\n', 'a list of codes'],
  ['4711\n4712\n4713\n', 'a list of numbers'],
  ['code\nH1\nH2\nH3\n', 'a list with a header'],
  ['Hotel ID;Name\nH1;Quill\nH2;x\nH3;y\n', 'a table'],
  ['supplier,code\nalpha,H1\nalpha,H2\nbeta,H3\n', 'a table with suppliers'],
  ['{"code":"H1"}\n{"code":"H2"}\n{"code":"H3"}\n', 'JSON Lines'],
  ['H1\n', 'one code', 1],
])('%j is %s to remove', async (text, _what, count = 3) => {
  const rows = (await read(text, { removedOnly: true })) as { code: string; removed: boolean }[]
  expect(rows.map(({ code }) => code.at(-1))).toEqual(['1', '2', '3'].slice(0, count))
  expect(rows.every(({ removed }) => removed)).toBe(true)
})

test('a recipe states its removals', async () => {
  const etg = await readRecipe('etg-dump')
  const text = '{"id":"a","hid":1,"name":"Quill","deleted":true}\n{"id":"b","hid":2,"name":"Quill","deleted":false}\n'
  expect(await read(text, { recipe: etg })).toMatchObject([
    { code: 'a', removed: true },
    { code: 'b', name: 'Quill' },
  ])
  const recipe = { recipe: 'own', version: 1, source: 'https://own.example/', fields: { code: 'id', name: 'n' } }
  for (const removedWhen of ['deleted', [1], ['=x']]) {
    expect(() => parseRecipe(JSON.stringify({ ...recipe, removedWhen }), 'own.json')).toThrow(/removedWhen/)
  }
})

test.each([
  [['status=deleted'], 'code,name,Status\nH1,Zephyr,deleted\nH2,Quill,ok\n', 'Status'],
  [['extra.Status=deleted'], 'code,name,Status\nH1,Zephyr,deleted\nH2,Quill,ok\n', 'Status'],
  [
    ['meta.state=gone'],
    '{"code":"H1","meta":{"state":"gone"}}\n{"code":"H2","name":"Quill","meta":{"state":"ok"}}\n',
    'meta.state',
  ],
])('the column of the condition %s is not reported as ignored', async (conditions, text, path) => {
  const stats = createFeedStats()
  await read(text, { removedWhen: parseRemovedWhen(conditions), stats })
  const column = stats.columns?.columns.find((each) => each.path === path)
  expect(column).toMatchObject({ targets: ['removed'], by: 'removal', kept: 1 })
  expect(ignoredColumns(stats.columns as ColumnReport)).toEqual([])
})

test('a column of a condition that is a field keeps its field', async () => {
  const stats = createFeedStats()
  await read('code,name,category\nH1,Zephyr,closed\nH2,Quill,hotel\n', {
    removedWhen: parseRemovedWhen(['category=closed']),
    stats,
  })
  expect(stats.columns?.columns.at(-1)).toMatchObject({ targets: ['category'], by: 'name' })
})
