import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readFeed } from '@utpid/feed'
import { newFolder } from '@utpid/testing'
import { writeXlsx } from '@utpid/testing/files'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'

const folder = newFolder()
const data = join(folder, 'data')
const UTPID = /^[0-9A-Z-]{8,40}$/

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const written = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const HOTELS = [
  '# hotels of the north',
  'code;name;city;country;lat;lng',
  'n1;Aurora Sirkelbryggen;Bergen;NO;60.3951;5.3242',
  'n2;Pension Kvitholmen;Bergen;NO;60.4012;5.3011',
  'n3;broken',
  '',
  ';No Code;Oslo;NO;59.9;10.7',
  'n1;Aurora Sirkelbryggen;Bergen;NO;60.3951;5.3242',
].join('\r\n')

const WORKBOOK = writeXlsx({
  sheets: [
    {
      rows: [
        ['code', 'name', 'city', 'country', 'lat'],
        ['n1', 'Aurora Sirkelbryggen', 'Bergen', 'NO', 60.3951],
      ],
    },
  ],
})

/** Returns the rows of an annotated copy without its appended cells, and the appended cells. */
function split(copy: string, delimiter: string): { own: string; cells: string[][] } {
  const lines = copy.split('\r\n').map((line) => {
    const cells = line.split(delimiter)
    return cells.length < 5
      ? { own: line, cells: [] }
      : { own: cells.slice(0, -4).join(delimiter), cells: cells.slice(-4) }
  })
  return { own: lines.map(({ own }) => own).join('\r\n'), cells: lines.map(({ cells }) => cells) }
}

test('import --annotate returns the file with the outcome of each row', async () => {
  const [feed, out] = [written('north.csv', HOTELS), join(folder, 'north-back.csv')]
  const { code, err } = await runCli(['import', feed, '--supplier', 'north', '--data', data, '--annotate', out])
  expect({ code, err }).toMatchObject({ code: 0 })
  const { own, cells } = split(readFileSync(out, 'utf8'), ';')
  expect(own).toBe(HOTELS.replace('n3;broken', 'n3;broken;;;;'))
  expect(cells[1]).toEqual(['utpid', 'confidence', 'status', 'reason'])
  expect(cells.map((each) => each.slice(2))).toEqual([
    [],
    ['status', 'reason'],
    ['superseded', ''],
    ['created', ''],
    ['unreadable', 'too_few_columns'],
    [],
    ['rejected', 'missing_code'],
    ['created', ''],
  ])
  expect(cells[3]?.[0]).toMatch(UTPID)
  // Sent again, the copy keeps its columns, with the new outcomes.
  const again = join(folder, 'again.csv.gz')
  await runCli(['import', out, '--supplier', 'north', '--data', data, '--annotate', again])
  const second = split(gunzipSync(readFileSync(again)).toString(), ';')
  expect(second.own).toBe(own)
  expect(second.cells[3]?.[0]).toBe(cells[3]?.[0])
})

test('map --annotate returns the file with the decision of each row, and reads standard input', async () => {
  const source = [
    '{"name":"AURORA SIRKELBRYGGEN","city":"Bergen","lat":60.3951,"lng":5.3242}',
    '{"name":"Kvitholmen',
    '{"city":"Bergen"}',
    '{"name":"Nothing Like It, Oslo","city":"Oslo","country":"NO"}',
    '',
  ].join('\n')
  const { code, out, err } = await runCli(['map', '-', '--data', data, '--annotate', '-'], {
    stdin: source,
  })
  expect({ code, err }).toMatchObject({ code: 0 })
  const lines = out.split('\n')
  expect(lines.map((line) => line.replace(/,"utpid".*\}$/, '}')).join('\n')).toBe(source)
  expect(lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line))).toMatchObject([
    { name: 'AURORA SIRKELBRYGGEN', utpid: expect.stringMatching(UTPID), status: 'match' },
    { city: 'Bergen', utpid: null, confidence: null, status: 'rejected', reason: 'nothing_to_match' },
    { city: 'Oslo', utpid: null, status: 'no_match' },
  ])
})

test('a gzipped source comes back unpacked, and --out has the answers beside', async () => {
  const feed = written('hotels.csv.gz', gzipSync('name,city\nAurora Sirkelbryggen,Bergen\n'))
  const [copy, answers] = [join(folder, 'hotels-back.csv'), join(folder, 'answers.jsonl')]
  const result = await runCli(['map', feed, '--data', data, '--annotate', copy, '--out', answers, '--json'])
  expect(JSON.parse(result.out)).toMatchObject({ annotate: copy, out: answers, inputs: 1 })
  expect(readFileSync(copy, 'utf8')).toMatch(/^name,city,utpid,confidence,status,reason\nAurora Sirkelbryggen,Bergen,/)
  expect(readFileSync(answers, 'utf8').trim().split('\n')).toHaveLength(1)
})

test('a workbook comes back as a workbook, and its copy can be imported again', async () => {
  const [feed, out] = [written('north.xlsx', WORKBOOK), join(folder, 'north-back.xlsx')]
  const { code, err } = await runCli(['import', feed, '--supplier', 'book', '--data', data, '--annotate', out])
  expect({ code, err }).toMatchObject({ code: 0 })
  const rows: unknown[] = []
  for await (const item of readFeed(out)) rows.push('record' in item ? item.record : item.error.code)
  expect(rows).toMatchObject([
    {
      code: 'n1',
      name: 'Aurora Sirkelbryggen',
      extra: { utpid: expect.stringMatching(UTPID), status: expect.any(String) },
    },
  ])
  const again = join(folder, 'north-again.xlsx')
  await runCli(['import', out, '--supplier', 'book', '--data', data, '--annotate', again])
  const statuses: unknown[] = []
  for await (const item of readFeed(again)) if ('record' in item) statuses.push(item.record.extra)
  expect(statuses).toMatchObject([{ status: 'updated' }])
})

test('wrong uses are refused before anything is imported', async () => {
  const feed = written('some.csv', 'code,name\n1,Solheim\n')
  const xml = written('some.xml', '<hotels><hotel><code>1</code><name>A</name></hotel></hotels>')
  const xlsx = written('some.xlsx', WORKBOOK)
  const fresh = join(folder, 'fresh')
  const refused = async (args: readonly string[], message: RegExp): Promise<void> => {
    const { code, err } = await runCli([...args, '--data', fresh])
    expect({ code, message: err }).toEqual({ code: expect.any(Number), message: expect.stringMatching(message) })
    expect(code).not.toBe(0)
    expect(existsSync(fresh)).toBe(false)
  }
  const out = join(folder, 'some-back.csv')
  const start = ['import', feed, '--supplier', 'north', '--annotate'] as const
  await refused([...start, feed], /is the input itself/)
  await refused([...start, '-'], /--annotate cannot write to standard output/)
  await refused([...start, join(folder, 'no', 'folder.csv')], /cannot be written: its folder does not exist/)
  await refused([...start, out, '--report', out], /--annotate and --report name the same file/)
  await refused(['import', feed, xml, '--supplier', 'north', '--annotate', out], /--annotate needs one file/)
  await refused(['import', xml, '--supplier', 'north', '--annotate', out], /some\.xml is XML/)
  await refused([...start, join(folder, 'back.xlsx')], /the copy is CSV like the feed; use a name that does not end/)
  await refused([...start, join(folder, 'back.csv.zip')], /the copy is not packed as \.zip/)
  await refused(['import', xlsx, '--supplier', 'north', '--annotate', out], /use a name that ends in \.xlsx/)
  await refused(['map', feed, '--annotate', out, '--out', out], /--annotate and --out name the same file/)
  expect(existsSync(out)).toBe(false)
})

test('a feed that breaks off leaves no copy', async () => {
  const rows = Array.from({ length: 6_000 }, (_, at) => `${at},Hotel Number ${at},Oslo,NO`)
  const packed = gzipSync(`code,name,city,country\n${rows.join('\n')}\n`)
  const feed = written('cut.csv.gz', packed.subarray(0, packed.length / 2))
  const out = join(folder, 'cut-back.csv')
  const { code, err } = await runCli(['map', feed, '--data', data, '--annotate', out])
  expect(code).not.toBe(0)
  expect(err).toMatch(/ends in the middle of its gzip data/)
  expect(readdirSync(folder).filter((name) => name.startsWith('cut-back'))).toEqual([])
})
