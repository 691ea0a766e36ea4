import fc from 'fast-check'
import { expect, test } from 'vitest'
import { annotate } from './annotate.ts'

const members = (code: string): string => `"utpid":"${code}","confidence":0.9877,"status":"linked","reason":null`
const unreadable = '"utpid":null,"confidence":null,"status":"unreadable","reason":"invalid_json"'

test('members are added to each object of JSON Lines', async () => {
  const source = '{"code":"1", "name":"A" }\r\n\n{"code":"2","name":"B",}\n5\n {"code":"3","name":"C"} \n{"code":"4"'
  expect(String(await annotate(source, 'feed.jsonl'))).toBe(
    `{"code":"1", "name":"A" ,${members('1')}}\r\n\n{"code":"2","name":"B",,${unreadable}}\n5\n {"code":"3","name":"C",${members('3')}} \n{"code":"4"`,
  )
})

test('members are added in place to the records of a document', async () => {
  const source =
    '\ufeff{"total": 2, "hotels": [\n{"code":"1","name":"A"},\n  {"code":"2","name":"B"}], "page": {"of": 1}}\n'
  expect(String(await annotate(source, 'feed.json'))).toBe(
    `\ufeff{"total": 2, "hotels": [\n{"code":"1","name":"A",${members('1')}},\n  {"code":"2","name":"B",${members('2')}}], "page": {"of": 1}}\n`,
  )
})

test('a member of the same name gets no second one, and an earlier copy is replaced', async () => {
  const source = '{"code":"1","name":"A","status":"open"}\n{"code":"2","name":"B"}\n'
  for (const [text, name] of [
    [source, 'feed.jsonl'],
    [`[${source.trim().replace('\n', ',\n')}]`, 'feed.json'],
  ] as const) {
    const once = await annotate(text, name)
    expect(String(once)).toContain('"status":"open","utpid":"1","confidence":0.9877,"status_2":"linked","reason":null}')
    const stale = String(once).replaceAll('"reason":null', '"reason":"old"').replaceAll('0.9877', 'null')
    expect(await annotate(stale, name)).toEqual(once)
  }
})

test('any JSON is the same bytes but for the members', async () => {
  const record = fc.record({
    name: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `x${text}`),
    tags: fc.array(fc.constantFrom('}', '{', '"', '[]', '\\', 'a'), { maxLength: 3 }),
    room: fc.record({ of: fc.constantFrom('{}', '}') }),
  })
  const source = fc.record({
    records: fc.array(record, { minLength: 2, maxLength: 400 }),
    form: fc.constantFrom('lines', 'list', 'one line', 'inside'),
    late: fc.nat(10),
  })
  const FORMS = {
    lines: (texts: readonly string[]) => `${texts.join('\n')}\n`,
    list: (texts: readonly string[]) => `[\n  ${texts.join(',\n  ')}\n]\n`,
    'one line': (texts: readonly string[]) => `[${texts.join(',')}]`,
    inside: (texts: readonly string[]) => `{"total":5,"hotels":[${texts.join(', ')}],"others":[1,{"a":"}"}]}`,
  } as const
  await fc.assert(
    fc.asyncProperty(source, async ({ records, form, late }) => {
      const texts = records.map((each, at) => JSON.stringify({ code: `c${at}`, ...each }))
      const copies = texts.map((text, at) => `${text.slice(0, -1)},${members(`c${at}`)}}`)
      const name = form === 'lines' ? 'feed.jsonl' : 'feed.json'
      expect(String(await annotate(FORMS[form](texts), name, {}, late))).toBe(FORMS[form](copies))
    }),
    { numRuns: 60 },
  )
})
