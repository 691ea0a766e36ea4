import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

interface Imported {
  feeds: { file: string; read: number; linked: number; created: number; unchanged: number; rejected: number }[]
  total: {
    read: number
    linked: number
    unreadable: number
    filtered: number
    otherSupplier: number
    unchanged: number
  }
}

async function stats(data: string): Promise<{ products: { total: number }; records: { total: number } }> {
  return JSON.parse((await runCli(['stats', '--data', data, '--json'])).out)
}

test('records of two suppliers come under one UTPID, and a repeated import changes nothing', async () => {
  const folder = temporaryFolder()
  const { north, south, northRecords, southRecords } = writeSampleFeeds(folder)
  const data = join(folder, 'data')
  expect((await runCli(['import', north, '--supplier', 'north', '--data', data])).code).toBe(0)
  const { code, out } = await runCli(['import', south, '--supplier', 'south', '--data', data, '--json'])
  expect(code).toBe(0)
  expect((JSON.parse(out) as Imported).feeds).toMatchObject([{ file: south, read: southRecords, linked: 3 }])
  const before = await stats(data)
  expect(before.products.total).toBe(northRecords)
  expect(before.records.total).toBe(northRecords + southRecords)

  const again = await runCli(['import', south, '--supplier', 'south', '--data', data, '--json'])
  expect((JSON.parse(again.out) as Imported).total).toMatchObject({ unchanged: southRecords, linked: 0 })
  expect(await stats(data)).toMatchObject({ products: before.products, records: before.records })
})

test('several feeds are reported one by one and together', async () => {
  const folder = temporaryFolder()
  const { north, south } = writeSampleFeeds(folder)
  const { code, out } = await runCli(['import', north, south, '--supplier', 'both', '--data', join(folder, 'data')])
  expect(code).toBe(0)
  expect(out.split('\n').map((line) => line.split(/\s+/).slice(0, 2))).toEqual([
    ['feed', 'records'],
    ['north.jsonl', '4'],
    ['south.jsonl', '3'],
    ['all', '7'],
    [''],
    ['Most', 'helpful'],
    ['', '1.'],
    [''],
  ])
})

test('an import says in at most three lines what would help most', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'hotels.csv')
  const rows = Array.from(
    { length: 60 },
    (_, at) => `${at};Aurora Sirkelbryggen ${at};x;+47 55 00 10 ${10 + (at % 60)}`,
  )
  writeFileSync(file, ['id;name;foo;Rufnr. A', ...rows, ';No code;x;', 'z;;x;', 'y;test;x;', ''].join('\n'))
  const args = ['import', file, '--supplier', 'north', '--data', join(folder, 'data')]
  const { out } = await runCli(args)
  const [, advice = ''] = out.split('\nMost helpful next steps:\n')
  expect(advice.trimEnd().split('\n')).toHaveLength(3)
  expect(advice).toMatch(/^ {2}1\. .+\n {2}2\. .+\n {2}3\. .+\n$/)
  expect(advice).toContain('No record states a category, so they count as "other". Use --set category=hotel')
  const { out: json } = await runCli([...args.slice(0, 4), '--data', join(folder, 'other'), '--json'])
  expect(JSON.parse(json).feeds[0].advice.length).toBeGreaterThan(3)
})

test('a wrong line never sinks the rest: it is counted, shown with its number, and written to the report', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'mixed.jsonl')
  const report = join(folder, 'report.jsonl')
  writeFileSync(
    file,
    [
      '{"id":"1","name":"Hotel Aurora Sirkelbryggen ***","city":"Bergen"}',
      '{"id":"2","name":"Pension',
      '{"id":"3"}',
      '[1,2]',
      '{"id":"4","name":"Pension Kvitholmen","city":"Bergen"}',
      '',
    ].join('\n'),
  )
  const args = ['import', file, '--supplier', 'north', '--data', join(folder, 'data'), '--report', report]
  const { code, out, err } = await runCli(args)
  expect(code).toBe(0)
  expect(out).toMatch(/^mixed\.jsonl +3 +0 +2 /m)
  expect(err).toContain('2 lines could not be read, 1 record was rejected:')
  expect(err).toMatch(
    /^ {2}line 2: .+\n {2}line 3: The record has no usable name\. Name its column with --column name=COLUMN\.\n {2}line 4: .+$/m,
  )
  const lines = readFileSync(report, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      line: 1,
      outcome: 'created',
      supplier: 'north',
      code: '1',
      repairs: [{ code: 'stars_from_name' }, { code: 'category_inferred', after: 'hotel' }],
    },
    { line: 2, outcome: 'unreadable', error: { code: 'invalid_json' } },
    { line: 3, outcome: 'rejected', rejection: { code: 'missing_name' } },
    { line: 4, outcome: 'unreadable', error: { code: 'not_an_object' } },
    { line: 5, outcome: 'created', code: '4' },
  ])
})

test('--column and --mapping name the columns of a CSV, from standard input too', async () => {
  const folder = temporaryFolder()
  const mapping = join(folder, 'mapping.json')
  writeFileSync(mapping, '{ "columns": { "code": "kz" }, "constants": { "category": "hotel", "supplier": "mapped" } }')
  const csv = 'kz;x1;Stadt\n7;Hotel Aurora Sirkelbryggen;Bergen\n'
  const data = join(folder, 'data')
  const args = ['import', '-', '--mapping', mapping, '--column', 'name=x1', '--column', 'city=Stadt', '--data', data]
  const imported = await runCli(args, { stdin: csv })
  expect(imported).toMatchObject({ code: 0, err: expect.stringMatching(/^(?:standard input: no column .*\n){3}$/) })
  const located = await runCli(['locate', '--supplier', 'mapped', '--code', '7', '--data', data])
  expect(located.out).toContain('Hotel Aurora Sirkelbryggen  (hotel)   Bergen')
})

test('--where imports only the rows that say so, and tells how many it left out', async () => {
  const folder = temporaryFolder()
  const { north } = writeSampleFeeds(folder)
  const args = ['import', north, '--supplier', 'north', '--data', join(folder, 'data'), '--json']
  const { out, err } = await runCli([...args, '--where', 'city=bergen', '--where', 'category!=apartment'])
  expect((JSON.parse(out) as Imported).total).toMatchObject({ read: 2, filtered: 2 })
  expect(err).toContain('2 rows excluded by --where.')
})

test('--supplier wins over what records say, which is kept; without it the record counts', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'feed.jsonl')
  writeFileSync(file, '{"source":"east","id":"1","name":"Hotel Aurora Sirkelbryggen","city":"Bergen"}\n')
  const given = join(folder, 'given')
  const { err } = await runCli(['import', file, '--supplier', 'West Ltd', '--supplier-name', 'West', '--data', given])
  expect(err).toMatch(/^--supplier "West Ltd" is stored as west-ltd\.\n/)
  expect(err).toContain('1 record named another supplier; --supplier west-ltd was used')
  const located = await runCli(['locate', '--supplier', 'west-ltd', '--code', '1', '--data', given, '--json'])
  const { utpid } = JSON.parse(located.out) as { utpid: string }
  const product = JSON.parse((await runCli(['get', utpid, '--data', given, '--json'])).out)
  expect(product).toMatchObject({
    suppliers: [{ id: 'west-ltd', name: 'West' }],
    records: [{ record: { extra: { supplier: 'east' } } }],
  })

  const own = join(folder, 'own')
  await runCli(['import', file, '--data', own])
  expect((await runCli(['suppliers', '--data', own, '--json'])).out).toContain('"id":"east"')
})

test('a file that breaks off gives what came before the break, and says so', async () => {
  const folder = temporaryFolder()
  const rows = Array.from(
    { length: 400 },
    (_, at) => `{"id":"${at}","name":"Hotel Aurora ${at * 7919} ${Math.sin(at)}"}\n`,
  )
  const whole = gzipSync(rows.join(''))
  const file = join(folder, 'broken.jsonl.gz')
  writeFileSync(file, whole.subarray(0, Math.floor(whole.length / 2)))
  const { code, err } = await runCli(['import', file, '--supplier', 'north', '--data', join(folder, 'data')])
  expect(code).toBe(4)
  expect(err).toMatch(/^utpid: .*broken\.jsonl\.gz.* \d+ records are kept\.$/m)
  expect((await stats(join(folder, 'data'))).records.total).toBeGreaterThan(50)
})

test('a report never overwrites what is read: the feed, its mapping or the registry, whatever they are called', async () => {
  const folder = temporaryFolder()
  const { north } = writeSampleFeeds(folder)
  const data = join(folder, 'data')
  const mapping = join(folder, 'mapping.json')
  writeFileSync(mapping, '{}')
  const [soft, hard] = [join(folder, 'soft.jsonl'), join(folder, 'hard.jsonl')]
  symlinkSync(north, soft)
  linkSync(north, hard)
  const before = readFileSync(north, 'utf8')
  const args = ['import', north, '--supplier', 'north', '--mapping', mapping, '--data', data, '--report']
  for (const [report, reason] of [
    [north, 'is the input itself'],
    [soft, 'is the input itself'],
    [hard, 'is the input itself'],
    [mapping, 'is the mapping file'],
    [join(data, 'report.jsonl'), `is in ${data}, the folder of the registry`],
  ] as const) {
    const { code, err } = await runCli([...args, report])
    expect({ code, err }).toEqual({ code: 2, err: `utpid: ${report} ${reason}; use another file for --report.\n` })
  }
  expect(readFileSync(north, 'utf8')).toBe(before)
  expect(readFileSync(mapping, 'utf8')).toBe('{}')
  expect(existsSync(data)).toBe(false)
})

test.for([
  ['no byte', ''],
  ['only blank lines', '\n \n\n'],
  ['only a header', 'id,name,city\n'],
  ['an empty list', '[]'],
])('a feed of %s holds no records, and nothing is made', async ([, text]) => {
  const folder = temporaryFolder()
  const [file, data, report] = [join(folder, 'feed.csv'), join(folder, 'data'), join(folder, 'report.jsonl')]
  writeFileSync(file, text as string)
  const args = ['--supplier', 'north', '--data', data, '--report', report]
  const sentence = (name: string) => ({ code: 4, out: '', err: `utpid: ${name} has no records.\n` })
  if (text !== '[]') expect(await runCli(['import', file, ...args])).toEqual(sentence(file))
  expect(await runCli(['import', '-', ...args], { stdin: text as string })).toEqual(sentence('Standard input'))
  expect([existsSync(data), existsSync(report)]).toEqual([false, false])
})

test('an empty feed among others is said at the end, and the others are imported', async () => {
  const folder = temporaryFolder()
  const { north, northRecords } = writeSampleFeeds(folder)
  const [empty, data] = [join(folder, 'empty.csv'), join(folder, 'data')]
  writeFileSync(empty, '')
  const { code, err } = await runCli(['import', empty, north, '--supplier', 'north', '--data', data])
  expect({ code, err }).toEqual({ code: 4, err: `utpid: ${empty} has no records.\n` })
  expect((await stats(data)).records.total).toBe(northRecords)
})

test('records inside an object are imported, and the list and lines that were not read are named', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'wrapped.json')
  writeFileSync(file, '{"hotels":[{"id":"1","name":"Hotel Aurora"}],"cities":[{"id":"7","name":"Ulm"}]}')
  const args = ['--supplier', 'north', '--data', join(folder, 'data')]
  const { code, err } = await runCli(['import', file, ...args])
  expect(code).toBe(0)
  expect(err).toContain(`${file}: records read from hotels[].\n`)
  expect(err).toContain(`${file}: not read: cities[] (1 object); --records names another list.\n`)

  const named = await runCli(['import', file, ...args, '--records', 'cities'])
  expect([named.code, named.err.includes('records read from cities[].')]).toEqual([0, true])

  const table = join(folder, 'table.csv')
  writeFileSync(table, Buffer.from('7;Hotel \xceurora\n8;Hotel Ritz\n# 2 rows\n', 'latin1'))
  const read = await runCli(['import', table, ...args, '--columns', 'code, name', '--encoding', 'latin1'])
  expect(read.code).toBe(0)
  expect(read.err).toContain(`${table}: 1 line skipped: titles, comments, totals or repeated headers.\n`)
})

test('with a mapping, nobody is asked whether the columns are mapped', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'useless.csv')
  writeFileSync(file, 'kz,nom\n,x\n')
  const args = ['import', file, '--supplier', 'north', '--data', join(folder, 'data')]
  const { err } = await runCli([...args, '--column', 'code=kz', '--column', 'name=nom'])
  expect(err).toMatch(/ unreadable\); is it a feed of products\?\n$/)
})

test('codes that came again show in the table', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'twice.jsonl')
  writeFileSync(file, '{"id":"1","name":"Hotel Aurora"}\n{"id":"1","name":"Hotel Aurora Sirkelbryggen"}\n')
  const { out } = await runCli(['import', file, '--supplier', 'north', '--data', join(folder, 'data')])
  expect(out).toMatch(/ superseded +seconds\n.* 1 +[\d.]+\n$/)
})

test('progress shows on a terminal only, and on one that can take a line back', async () => {
  const folder = temporaryFolder()
  const { north } = writeSampleFeeds(folder)
  const args = ['import', north, '--supplier', 'north', '--data', join(folder, 'data')]
  expect((await runCli(args)).err).toBe('')
  expect((await runCli(args, { terminal: true })).err).toContain('4 records')
  expect((await runCli(args, { terminal: true, env: { TERM: 'dumb' } })).err).toBe('')
})

test('the summary names each ignored column with its best guess and the option that would use it', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'feed.csv')
  const rows = ['A', 'B', 'C'].map(
    (name, at) => `${at};Hotel ${name};48.8${at}1;2.3${at}1;desk@${name}.example;${at}x;`,
  )
  writeFileSync(file, ['Kennung;Hotelname;Breite;Länge;z1;Foo 2;empty', ...rows].join('\n'))
  const args = ['import', file, '--supplier', 's', '--data', join(folder, 'data'), '--set', 'country=FR']
  const { code, out, err } = await runCli([...args, '--columns-report'])
  expect(code).toBe(0)
  expect(err).toContain('1 column is no field and stays in extra: Foo 2')
  expect(err).toContain('no column is the category; inferred from the name: 3 hotel.')
  expect(err).not.toContain('coordinates')
  expect(out).toMatch(/^z1 +100 % +email +value +email \d+ % +desk@A\.example \| /m)
  expect(out).toMatch(/^Foo 2 +100 % +ignored \(in extra\)/m)
  expect(out).toMatch(/^ +location\.country +constant +FR$/m)
  const again = await runCli([...args, '--set', 'category=hotel', '--json'])
  const { feeds } = JSON.parse(again.out) as { feeds: { columns: { rows: number; columns: unknown[] } }[] }
  expect(feeds[0]?.columns).toMatchObject({
    rows: 3,
    constants: [{ target: 'location.country' }, { target: 'category' }],
  })
  expect(again.err).not.toContain('category')
})

test('suppliers set --category gives records without a category the default of the supplier', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'feed.jsonl')
  const data = join(folder, 'data')
  writeFileSync(file, '{"id":"1","name":"Aurora Kvitholmen","city":"Bergen"}\n')
  await runCli(['import', file, '--supplier', 's', '--data', data])
  expect((await runCli(['suppliers', 'set', 's', '--category', 'Hostels', '--data', data])).out).toMatch(/ hostel$/m)
  await runCli(['import', file, '--supplier', 's', '--data', data])
  expect((await runCli(['locate', '--supplier', 's', '--code', '1', '--data', data])).out).toContain('(hostel)')
  expect((await runCli(['suppliers', 'set', 's', '--category', 'nonsense', '--data', data])).code).not.toBe(0)
})

test('a note names a new supplier, the source of categories, and the one reason of most rejections', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'feed.csv')
  const data = join(folder, 'data')
  writeFileSync(file, `id,name,lat,lng,country\n1,Hotel Aurora,60.1,5.1,NO\n2,Kvitholmen,60.2,5.2,NO\n`)
  const first = await runCli(['import', file, '--supplier', 'bedbank', '--data', data])
  // The first supplier of a registry is always new.
  expect(first.err).not.toContain('is new')
  expect(first.err).toContain('inferred from the name: 1 hotel; 1 record without one (other)')
  await runCli(['suppliers', 'set', 'bedbank', '--category', 'hostel', '--data', data])
  const again = await runCli(['import', file, '--supplier', 'bedbank', '--data', data])
  expect(again.err).toContain('no column is the category; the default of the supplier: 2 hostel.')
  const rows = Array.from({ length: 9 }, (_, at) => `,Hotel ${at},60.${at},5.1,NO\n`).join('')
  writeFileSync(file, `id,name,lat,lng,country\n1,Hotel Aurora,60.1,5.1,NO\n${rows}`)
  for (const option of [['--dry-run'], []]) {
    const { err } = await runCli(['import', file, '--supplier', 'bedbnk', '--data', data, ...option])
    expect(err).toContain('the supplier bedbnk is new to the registry; did you mean "bedbank"?')
    expect(err).toContain('9 of 10 records were rejected for one reason: The record has no supplier code.')
  }
})
