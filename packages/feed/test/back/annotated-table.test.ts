import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWhere } from '../../src/index.ts'
import { annotate } from './annotate.ts'

const NAMES = 'utpid,confidence,status,reason'

test('cells are appended to the header and to each row; other lines stay', async () => {
  const source = '# export of today\n\ncode,name,city\n1,Aurora,Bergen\r\n\n2,"Two\nlines",Oslo\n# end\n3,C\n\n'
  expect(String(await annotate(source))).toBe(
    `# export of today\n\ncode,name,city,${NAMES}\n1,Aurora,Bergen,1,0.9877,linked,\r\n\n2,"Two\nlines",Oslo,2,0.9877,linked,\n# end\n3,C,,,,unreadable,too_few_columns\n\n`,
  )
})

test('rows that do not meet the conditions are named as such', async () => {
  const where = parseWhere(['city=Oslo'])
  const source = `code,name,city\n${'1,A,Bergen\n'.repeat(3)}2,B,Oslo\n3,C,Bergen`
  expect(String(await annotate(source, 'feed.csv', { where }))).toBe(
    `code,name,city,${NAMES}\n${'1,A,Bergen,,,filtered,\n'.repeat(3)}2,B,Oslo,2,0.9877,linked,\n3,C,Bergen,,,filtered,`,
  )
})

test('a column of the same name gets no second one, and an earlier copy is replaced', async () => {
  const source = 'code;name;Status\n1;A;open\n2;B;closed\n'
  const once = await annotate(source)
  expect(String(once)).toBe(
    'code;name;Status;utpid;confidence;status_2;reason\n1;A;open;1;0.9877;linked;\n2;B;closed;2;0.9877;linked;\n',
  )
  const stale = String(once).replaceAll('0.9877;linked;', '0.5;no_match;old')
  expect(await annotate(stale)).toEqual(once)
})

test('empty cells beyond the header stay beyond the appended ones', async () => {
  expect(String(await annotate('code,name\n1,A,,\n2,B\n'))).toBe(
    `code,name,${NAMES}\n1,A,1,0.9877,linked,,,\n2,B,2,0.9877,linked,\n`,
  )
})

test('a table without a header gets cells only', async () => {
  const copy = await annotate('1|A\n2|B\n', 'feed.csv', { columns: ['code', 'name'] })
  expect(String(copy)).toBe('1|A|1|0.9877|linked|\n2|B|2|0.9877|linked|\n')
})

test('rows with other line ends inside a line have cells each', async () => {
  expect(String(await annotate('code,name\r1,A\r2,B\n3,C\r\n'))).toBe(
    `code,name,${NAMES}\r1,A,1,0.9877,linked,\r2,B,2,0.9877,linked,\n3,C,3,0.9877,linked,\r\n`,
  )
})

test('a line above the limit has the reason', async () => {
  const long = 'x'.repeat(9_000_000)
  const copy = String(await annotate(`code,name\n1,A\n2,${long}\n3,C\n`))
  expect(copy).toBe(
    `code,name,${NAMES}\n1,A,1,0.9877,linked,\n2,${long},,,unreadable,line_too_long\n3,C,3,0.9877,linked,\n`,
  )
})

/** A line, and the cells that are expected behind it. */
interface Part {
  readonly text: string
  readonly cells: readonly string[] | undefined
}

const ENCODERS: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
}

const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'Ø', ' ', '"', ',', ';', '5'), maxLength: 8 })

/** Parts of a table, all with the same delimiter. */
function parts(delimiter: string): fc.Arbitrary<Part[]> {
  const quoted = word.map((text) => `"${text.replaceAll('"', '""')}"`)
  const plain = word.map((text) => `x${text.replaceAll(/["\s,;]/g, '')}`)
  const multiline = fc.tuple(plain, plain).map(([a, b]) => `"${a}\n${b}"`)
  const cell = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 2, arbitrary: quoted }, multiline)
  const row = fc.tuple(cell, cell).map((cells) => ({ kind: 'row', cells }) as const)
  const short = fc.constant({ kind: 'short', cells: [] as readonly string[] } as const)
  const other = fc.constantFrom('', '  ', '# a comment').map((text) => ({ kind: text, cells: [] }) as const)
  const line = fc.oneof({ weight: 6, arbitrary: row }, short, other)
  return fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => [
    ...['a1', 'a2'].map((code) => rowOf(code, ['Hotel', 'Oslo'], delimiter)),
    // An empty last cell shows that short rows are broken.
    rowOf('a3', ['Hotel', ''], delimiter),
    ...lines.map(({ kind, cells }, at) => {
      if (kind === 'row') return rowOf(`b${at}`, cells, delimiter)
      if (kind === 'short') return { text: `c${at}${delimiter}C`, cells: ['', '', '', 'unreadable', 'too_few_columns'] }
      return { text: kind, cells: undefined }
    }),
  ])
}

function rowOf(code: string, cells: readonly string[], delimiter: string): Part {
  return { text: [code, ...cells].join(delimiter), cells: [code, '0.9877', 'linked', ''] }
}

test('any table is the same bytes but for its appended cells, and each row has its own result', async () => {
  const table = fc.constantFrom(',', ';', '\t', '|').chain((delimiter) =>
    fc.record({
      delimiter: fc.constant(delimiter),
      parts: parts(delimiter),
      preamble: fc.constantFrom([], [''], ['# made by hand', '']),
      ends: fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 5 }),
      encoding: fc.constantFrom(...Object.keys(ENCODERS)),
      late: fc.nat(10),
      isEnded: fc.boolean(),
    }),
  )
  await fc.assert(
    fc.asyncProperty(table, async ({ delimiter, parts, preamble, ends, encoding, late, isEnded }) => {
      const header = { text: ['code', 'name', 'city'].join(delimiter), cells: NAMES.split(',') }
      const lines = [...preamble.map((text) => ({ text, cells: undefined })), header, ...parts]
      const shown = (isCopy: boolean): Buffer => {
        const text = lines.map(({ text, cells }, at) => {
          const end = at === lines.length - 1 && !isEnded ? '' : ends[at % ends.length]
          return `${text}${isCopy && cells !== undefined ? cells.map((cell) => delimiter + cell).join('') : ''}${end}`
        })
        return (ENCODERS[encoding] as (text: string) => Buffer)(text.join(''))
      }
      expect(String(await annotate(shown(false), 'feed.csv', {}, late))).toBe(String(shown(true)))
      expect(await annotate(shown(false), 'feed.csv', {}, late)).toEqual(shown(true))
    }),
    { numRuns: 150 },
  )
})
