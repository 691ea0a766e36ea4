import { ITEM_ERROR_CODES } from '@utpid/feed'
import { writeXlsx } from '@utpid/testing/files'
import { afterAll, expect, test } from 'vitest'
import { read } from '../support/feed-text.ts'

const long = 'x'.repeat(1_000_000)
const deep = `{"name":"B","x":${'['.repeat(65)}${']'.repeat(65)}}`
const A = '{"name":"A"}'
const C = '{"name":"C"}'
const met = new Set<string>()

function lackingText(): Buffer {
  return writeXlsx({
    sheets: [
      {
        rows: [
          ['name', 'city'],
          ['A', 'x'],
          [{ xml: '<c t="s"><v>99</v></c>' }, 'x'],
          ['C', 'x'],
        ],
      },
    ],
  })
}

// Each row: the defect, the source, the lines that fail, the names of the records that are still read.
test.each<[string, string | Buffer, string[], string[]]>([
  ['JSON cut short', `${A}\n{"name":"B"\n${C}\n`, ['2:invalid_json'], ['A', 'C']],
  ['JSON with a trailing comma', `${A}\n{"name":"B",}\n${C}`, ['2:invalid_json'], ['A', 'C']],
  ['text that is not JSON', `${A}\nhello\n${C}`, ['2:invalid_json'], ['A', 'C']],
  ['a broken first line', `{"name":\n${A}\n${C}`, ['1:invalid_json'], ['A', 'C']],
  ['two objects on a line', `${A}\n${A}${A}\n${C}`, ['2:invalid_json'], ['A', 'C']],
  ['NaN', `${A}\n{"name":NaN}\n${C}`, ['2:invalid_json'], ['A', 'C']],
  ['a list', `${A}\n[1,2]\n${C}`, ['2:not_an_object'], ['A', 'C']],
  ['text', `${A}\n"hotel"\n${C}`, ['2:not_an_object'], ['A', 'C']],
  ['a number', `${A}\n12\n${C}`, ['2:not_an_object'], ['A', 'C']],
  ['null', `${A}\nnull\n${C}`, ['2:not_an_object'], ['A', 'C']],
  ['nesting without end', `${A}\n${deep}\n${C}`, ['2:too_deep'], ['A', 'C']],
  [
    'an unknown entity in XML',
    '<r>\n<hotel name="A"/>\n<hotel name="&b;"/>\n<hotel name="C"/></r>',
    ['3:invalid_xml'],
    ['A', 'C'],
  ],
  ['a text that a workbook lacks', lackingText(), ['3:invalid_cell'], ['A', 'C']],
  ['a NUL byte', `${A}\n{"name":"B\0"}\n${C}`, ['2:nul_byte'], ['A', 'C']],
  [
    'Latin-1 in JSON that is UTF-8',
    Buffer.concat([Buffer.from(`{"name":"É"}\n{"name":"H`), Buffer.of(0xf4), Buffer.from(`tel"}\n${C}`)]),
    ['2:invalid_encoding'],
    ['É', 'C'],
  ],
  [
    'a cut UTF-8 character',
    Buffer.concat([Buffer.from(`${A}\n{"name":"`), Buffer.of(0xe2, 0x82), Buffer.from(`"}\n${C}`)]),
    ['2:invalid_encoding'],
    ['A', 'C'],
  ],
  [
    'an encoded surrogate',
    Buffer.concat([Buffer.from(`${A}\n{"name":"`), Buffer.of(0xed, 0xa0, 0x80), Buffer.from(`"}\n${C}`)]),
    ['2:invalid_encoding'],
    ['A', 'C'],
  ],
  ['a line over 1 MB', `${A}\n{"name":"${long}"}\n${C}`, ['2:line_too_long'], ['A', 'C']],
  ['a last line over 1 MB without an end', `${A}\n{"name":"${long}`, ['2:line_too_long'], ['A']],
  ['a value over 100,000 characters', `${A}\n{"name":"${'x'.repeat(100_001)}"}\n${C}`, ['2:cell_too_long'], ['A', 'C']],
  ['a field name over 1,000 characters', `${A}\n{"${'x'.repeat(1_001)}":1}\n${C}`, ['2:cell_too_long'], ['A', 'C']],
  ['several failures', `x\n${A}\n\n[]\n{\n${C}`, ['1:invalid_json', '4:not_an_object', '5:invalid_json'], ['A', 'C']],

  ['a list element that is not an object', `[${A},\n7,\n${C}]`, ['2:not_an_object'], ['A', 'C']],
  ['a list element with a bare word', `[${A},\n{"name":B},\n${C}]`, ['2:invalid_json'], ['A', 'C']],
  ['a list element that never closes', `[${A},\n{"name":"B",\n${C}]`, ['2:invalid_json'], ['A', 'C']],
  [
    'a list element whose inner list never closes',
    `[${A},\n{"name":"B","x":[1},\n${C}]`,
    ['2:invalid_json'],
    ['A', 'C'],
  ],
  ['a list element whose text never closes', `[${A},\n{"name":"B},\n${C}]`, ['2:invalid_json'], ['A', 'C']],
  ['the last list element without its brace', `[${A},\n{"name":"B"]`, ['2:invalid_json'], ['A']],
  ['a list element over 1 MB', `[${A},\n{"name":"${long}"},\n${C}]`, ['2:line_too_long'], ['A', 'C']],
  ['missing commas in a list', `[${A}\n${C}]`, [], ['A', 'C']],

  ['a row with too few columns', 'name,city,code\nA,x,1\nB,y\nC,z,3\n', ['3:too_few_columns'], ['A', 'C']],
  ['a row with too many columns', 'name,city\nA,x\nB,y,z\nC,w\n', ['3:too_many_columns'], ['A', 'C']],
  ['additional empty columns', 'name,city\nA,x,,\nC,w,\n', [], ['A', 'C']],
  ['a row of empty columns', 'name,city\nA,x\n,\n , \nC,w\n', [], ['A', 'C']],
  ['a NUL byte in a row', 'name,city\nA,x\nB\0,y\nC,w\n', ['3:nul_byte'], ['A', 'C']],
  ['a quote that never closes', 'name,city\nA,x\n"B,y\nC,w\n', ['3:unclosed_quote'], ['A', 'C']],
  [
    'two quotes that never close',
    'name,city\nA,x\n"B,y\n"B,y\nC,w\n',
    ['3:unclosed_quote', '4:unclosed_quote'],
    ['A', 'C'],
  ],
  [
    'a quote that never closes before rows with quotes',
    'name,city\nA,x\n"B,y\n"C","w"\n"D","v\nu"\n',
    ['3:unclosed_quote'],
    ['A', 'C', 'D'],
  ],
  ['a quote in the middle of a field', 'name,city\n5" A,x\n"C",w\n', [], ['5" A', 'C']],
  ['quotes that are not doubled', 'name,city\n"A "x" B",y\nC,w\n', [], ['"A "x" B"', 'C']],
  ['space around quotes', 'name,city\n A , "x, y"\n"C" ,w\n', [], ['A ', 'C']],
  ['a row over 1 MB', `name,city\nA,x\nB,${long}\nC,w\n`, ['3:line_too_long'], ['A', 'C']],
  [
    'damaged UTF-8 in a CSV that is UTF-8',
    Buffer.concat([Buffer.from('name,city\nÀ,x\nB'), Buffer.of(0xe2, 0x82), Buffer.from(',y\nC,w\n')]),
    ['3:invalid_encoding'],
    ['À', 'C'],
  ],
  [
    'a lone UTF-16 surrogate',
    Buffer.concat([
      Buffer.from('\uFEFFname,city\nA,x\nB', 'utf16le'),
      Buffer.of(0x00, 0xd8),
      Buffer.from(',y\nC,w\n', 'utf16le'),
    ]),
    ['3:invalid_encoding'],
    ['A', 'C'],
  ],
])('%s fails only its own line', async (_what, source, failures, names) => {
  const result = await read(source)
  for (const failure of result.failures) met.add(failure.split(':')[1] as string)
  expect(result.thrown).toBeUndefined()
  expect(result.failures).toEqual(failures)
  expect(result.records.map(({ name }) => name)).toEqual(names)
})

test('reads a line of exactly 1 MB, and items keep their order and line numbers', async () => {
  const line = `{"name":"B"${' '.repeat(1_000_000 - 12)}}`
  const { items } = await read(`${line}\r\n${line}\n?\n${A}`)
  expect(items.map((item) => ('error' in item ? `${item.line}!` : item.line))).toEqual([1, 2, '3!', 4])
})

test('every failure has a message of one sentence', async () => {
  const { items } = await read(`{\n[]\n${A}`)
  for (const item of items) if ('error' in item) expect(item.error.message).toMatch(/^[A-Z].{10,200}\.$/)
})

afterAll(() => {
  // `too_slow` is tested in limits.test.ts.
  expect([...met, 'too_slow'].sort()).toEqual(Object.keys(ITEM_ERROR_CODES).sort())
})
