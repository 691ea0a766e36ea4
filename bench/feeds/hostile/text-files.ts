import { type HostileFile, repeated, whole } from './hostile-file.ts'

const CSV = 'CSV'
const JSONS = 'JSON'
const HEADER = 'code,name,lat,lon\n'
const ROW = 'A1,Hotel One,48.1,11.5\n'
const OBJECT = '{"code":"A1","name":"Hotel One"}'

/** Tables with quotes that do not close, endless lines and columns, and bytes that are no text. */
export function csvFiles(): HostileFile[] {
  const many = (count: number, of: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => of(at)).join(',')
  const cases: readonly (readonly [string, () => Buffer | string])[] = [
    ['a header of 2,001 columns', () => `code,name,${many(2_001, (at) => `c${at}`)}\n${ROW}`],
    ['a header of 300,000 columns', () => `code,name,${many(300_000, (at) => `c${at}`)}\n${ROW}`],
    ['the same column 100,000 times', () => `code,name,${many(100_000, () => 'a')}\n${ROW}`],
    ['a header of long names', () => `code,name,${many(50, (at) => `c${at}`.repeat(1_000))}\n${ROW}`],
    ['one line', () => 'code,name'],
    ['one character', () => 'x'],
    ['a byte order mark alone', () => '\uFEFF'],
    ['nothing', () => ''],
    ['NUL bytes', () => Buffer.alloc(1_000_000)],
    ['NUL bytes among rows', () => `${HEADER}${ROW.repeat(100)}${'A\0B,x\0,1,2\n'.repeat(100)}${ROW.repeat(100)}`],
    ['control characters', () => `${HEADER}${'\x02\x03\x04\x05,\x06,\x07,\x08\n'.repeat(10_000)}`],
    ['random bytes', () => Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 2_654_435_761) >>> 24))],
    ['a quote in each cell', () => `${HEADER}${'A"1,Hotel "One",4"8,"1"1\n'.repeat(20_000)}`],
    ['quotes that open and close nothing', () => `${HEADER}${`1,${'"a"b",'.repeat(200)}c\n`.repeat(500)}`],
    ['quotes with line ends', () => `${HEADER}${'1,"a\n\n\nb",1,2\n'.repeat(50_000)}`],
    ['a quoted cell of 20,000 lines', () => `${HEADER}1,"${'x\n'.repeat(20_000)}",1,2\n${ROW}`],
    ['backslashes', () => `${HEADER}${'1,"\\\\\\"","\\",2\n'.repeat(20_000)}`],
    [
      'rows of all lengths',
      () => `${HEADER}${Array.from({ length: 2_000 }, (_, at) => many(at % 300, () => '1')).join('\n')}`,
    ],
    ['names of object prototypes', () => '__proto__,constructor,name,code\n1,2,Hotel,A\n'],
    ['formulas', () => `code,name\n${'=cmd|"/c calc"!A1,@SUM(1)\n'.repeat(1_000)}`],
    ['numbers of 1,000 digits', () => `${HEADER}${`A,B,${'9'.repeat(1_000)},-${'9'.repeat(1_000)}\n`.repeat(1_000)}`],
    ['coordinates of spaces', () => `${HEADER}${`1,x,"1${' '.repeat(90_000)}x",2\n`.repeat(50)}`],
    ['all line ends', () => `${HEADER.trim()}\r\n\r\r\n\n\r${'A,B,1,2\r\n\r'.repeat(20_000)}`],
    ['a declared delimiter that is none', () => `sep=a\n${HEADER}${ROW}`],
    ['a page of HTML', () => `<!doctype html><html><body>${'<p>Hotel</p>'.repeat(1_000)}</body></html>`],
    ['UTF-32', () => Buffer.from(`\xff\xfe\0\0c\0\0\0o\0\0\0`, 'latin1')],
    ['surrogates in UTF-16', () => Buffer.from(`\uFEFF${HEADER}${'\ud800,\udc00,1,2\n'.repeat(10_000)}`, 'utf16le')],
    ['characters of combining marks', () => `${HEADER}A,${`e${'\u0301'.repeat(90_000)}`},1,2\n`],
  ]
  return [
    ...cases.map(([what, content]) => whole(CSV, what, content)),
    repeated(CSV, 'a quote that never ends', {
      start: `${HEADER}1,"`,
      part: `${'x y z '.repeat(30)}\n`,
      megabytes: 500,
    }),
    repeated(CSV, 'a quote that never ends, and line ends', { start: `${HEADER}1,"`, part: '\n', megabytes: 100 }),
    repeated(CSV, 'one cell', { start: `${HEADER}1,`, part: 'x', megabytes: 100 }),
    repeated(CSV, 'blank lines', { start: HEADER, part: '\n', megabytes: 100, end: ROW }),
    repeated(CSV, 'blank lines with spaces', { start: HEADER, part: ' \t\r\n', megabytes: 100, end: ROW }),
    repeated(CSV, 'delimiters', { start: HEADER, part: `${','.repeat(900_000)}\n`, megabytes: 50 }),
    repeated(CSV, 'blank lines before the header', { part: '\n', megabytes: 50, end: `${HEADER}${ROW}` }),
    repeated(CSV, 'quotes', { start: HEADER, part: '"', megabytes: 50 }),
    repeated(CSV, 'single CRs', { start: HEADER, part: 'A,B,1,2\r', megabytes: 20 }),
  ]
}

/** JSON with deep, wide and broken values. */
export function jsonFiles(): HostileFile[] {
  const cases: readonly (readonly [string, () => Buffer | string])[] = [
    ...[65, 10_000, 1_000_000].map(
      (levels) =>
        [`lists ${levels} levels deep`, () => `[{"name":${'['.repeat(levels)}${']'.repeat(levels)}}]`] as const,
    ),
    ...[65, 100_000].map(
      (levels) => [`objects ${levels} levels deep`, () => `[${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}]`] as const,
    ),
    ['brackets that do not close', () => `[{"name":${'['.repeat(500_000)}`],
    ['closing brackets', () => ']'.repeat(500_000)],
    ['a number of 1 MB', () => `[{"code":${'9'.repeat(900_000)},"name":"A"}]`],
    ['an exponent of 1 MB', () => `[{"code":"a","lat":1e${'9'.repeat(900_000)}}]`],
    [
      'many huge numbers',
      () => `[${`{"code":"a","name":"b","lat":1e999,"lon":-1e999,"stars":${'1'.repeat(400)}},`.repeat(5_000)}{}]`,
    ],
    ['a key of 900 KB', () => `[{"${'k'.repeat(900_000)}":1}]`],
    ['80,000 keys', () => `[{"name":"A"${Array.from({ length: 80_000 }, (_, at) => `,"k${at}":1`).join('')}}]`],
    ['the same key 80,000 times', () => `[{"name":"A"${',"name":"B"'.repeat(80_000)}}]`],
    [
      'keys of object prototypes',
      () => `[{"__proto__":{"name":"x"},"constructor":{"prototype":{"y":1}},"name":"A","code":"1"}]`,
    ],
    ['lists in lists', () => `{"name":[${'[],'.repeat(300_000)}1]}`],
    [
      '200 lists of objects of equal rank',
      () => `{${Array.from({ length: 200 }, (_, at) => `"items${at}":[${OBJECT},${OBJECT}]`).join()}}`,
    ],
    [
      'objects that contain lists that contain objects',
      () => `{${'"data":{"items":[{'.repeat(200)}${'}]}'.repeat(200)}}`,
    ],
    [
      'UTF-8 that is cut',
      () =>
        Buffer.concat([Buffer.from('[{"name":"'), Buffer.from('€'.repeat(10_000)).subarray(1, -1), Buffer.from('"}]')]),
    ],
    [
      'overlong UTF-8',
      () =>
        Buffer.concat([
          Buffer.from(`${OBJECT}\n{"name":"`),
          Buffer.alloc(20_000, Buffer.of(0xc0, 0xaf)),
          Buffer.from('"}'),
        ]),
    ],
    ['lone surrogates', () => `[${`{"code":"a","name":"\\ud800\\udc00\\ud800"},`.repeat(5_000)}{}]`],
    ['escapes that are none', () => `[${'{"name":"\\x41\\u12"},'.repeat(20_000)}{}]`],
    ['control characters in texts', () => `[${'{"name":"a\x01\x02\n"},'.repeat(20_000)}{}]`],
    ['two megabytes of commas', () => `[${','.repeat(2_000_000)}]`],
    ['NaN and Infinity', () => `${OBJECT}\n{"lat":NaN,"lon":Infinity}\n`.repeat(5_000)],
    ['text sequences', () => `\x1e${OBJECT}\n\x1e\x1e\x1e{"a\x1e`.repeat(5_000)],
    ['numbers', () => `[${'1,'.repeat(500_000)}1]`],
    ['null lines', () => 'null\n'.repeat(200_000)],
    ['one value', () => '"text"'],
    ['an opening brace', () => '{'],
    [
      'a GeoJSON of deep coordinates',
      () =>
        `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":${'['.repeat(60)}1${']'.repeat(60)}},"properties":${OBJECT}}]}`,
    ],
    ['comments', () => `/* x */ [${`${OBJECT}, // y\n`.repeat(1_000)}]`],
  ]
  return [
    ...cases.map(([what, content]) => whole(JSONS, what, content)),
    repeated(JSONS, 'a text that never ends', { start: '[{"name":"', part: 'x', megabytes: 100 }),
    repeated(JSONS, 'escapes that never end', { start: '[{"name":"', part: '\\"', megabytes: 50 }),
    repeated(JSONS, 'space before the list', { part: ' ', megabytes: 50, end: `[${OBJECT}]` }),
    repeated(JSONS, 'blank lines among lines', {
      start: `${OBJECT}\n${OBJECT}\n`,
      part: '\n',
      megabytes: 100,
      end: OBJECT,
    }),
    repeated(JSONS, 'an object of members', { start: '{"hotels":{', part: '"a":{"b":1},', megabytes: 40 }),
    repeated(JSONS, 'a list after the records', {
      start: `{"hotels":[${OBJECT},${OBJECT}],"log":[`,
      part: '{"a":1},',
      megabytes: 40,
      end: '{}]}',
    }),
    repeated(JSONS, 'one line of lists', { start: '{"name":[', part: '[],', megabytes: 50 }),
    repeated(JSONS, 'lines of 950 KB', { part: `{"name":"${'x'.repeat(950_000)}"}\n`, megabytes: 50 }),
  ]
}
