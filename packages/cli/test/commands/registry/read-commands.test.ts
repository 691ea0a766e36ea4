import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '@utpid/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliResult, runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

const folder = newFolder()
const data = join(folder, 'data')
let aurora = ''

async function cli(...args: string[]): Promise<CliResult> {
  return runCli([...args, '--data', data])
}

beforeAll(async () => {
  const { north, south } = writeSampleFeeds(folder)
  await cli('import', north, '--supplier', 'north', '--supplier-name', 'North Beds')
  await cli('import', south, '--supplier', 'south')
  const located = await cli('locate', '--supplier', 'north', '--code', 'n1', '--json')
  aurora = (JSON.parse(located.out) as { utpid: string }).utpid
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('get shows a product with its records, however the UTPID is typed', async () => {
  const typed = aurora.toLowerCase().replaceAll('-', ' ').replace('utp ', '')
  const { code, out, err } = await cli('get', typed)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.split('\n')[0]).toMatch(new RegExp(`^${aurora}  .*(Aurora|AURORA)`))
  expect(out).toMatch(/^ {2}north +n1 +Hotel Aurora Sirkelbryggen +first record +[01]\.\d{3}$/m)
  expect(out).toMatch(/^ {2}south +s1 +AURORA SIRKELBRYGGEN HOTEL/m)
  expect(JSON.parse((await cli('get', aurora, '--json')).out)).toMatchObject({ utpid: aurora, records: [{}, {}] })
  expect(await cli('get', 'south:s1')).toEqual(await cli('get', aurora))
})

test('locate finds a product by UTPID and by supplier code', async () => {
  for (const args of [[aurora], ['south:s1'], ['--supplier', 'south', '--code', 's1']]) {
    const { code, out } = await cli('locate', ...args)
    expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: `${aurora}  active` })
  }
})

test('match finds a product by options, JSON, a file and standard input alike', async () => {
  const json = '{"name":"Aurora Sirkelbryggen","city":"Bergen","lat":60.3951,"lng":5.3242}'
  const questions: [string[], string?][] = [
    [['--name', 'Aurora Sirkelbryggen', '--city', 'Bergen', '--lat', '60.3951', '--lon', '5.3242']],
    [[json]],
    [['-'], `${json}\n`],
    [['{"name":"?","city":"Bergen","lat":60.3951,"lng":5.3242}', '--name', 'Aurora Sirkelbryggen']],
  ]
  for (const [args, stdin] of questions) {
    const { out } = await runCli(['match', ...args, '--data', data, '--json'], { stdin: stdin ?? '' })
    expect(JSON.parse(out)).toMatchObject({ decision: 'match', utpid: aurora })
  }
})

test('confirm answers whether a record still is a product, from a file, JSON and options', async () => {
  const stored = JSON.parse((await cli('get', aurora, '--json')).out).records[0].record
  const same = await runCli(['confirm', aurora, '-', '--data', data], { stdin: `${JSON.stringify(stored)}\n` })
  expect(same.out).toMatch(
    new RegExp(`^yes  ${aurora}  confidence [01]\\.\\d{3}  .*\\n  1\\. The record repeats the stored version`),
  )
  const other = ['--name', 'Pension Kvitholmen', '--city', 'Oslo', '--lat', '59.91', '--lon', '10.75']
  const reused = await cli('confirm', aurora, '--supplier', stored.supplier, '--code', stored.code, ...other)
  expect(reused.out).toMatch(new RegExp(`^no  ${aurora} `))
  expect(reused.out).toMatch(/The stored version of \w+:\w+ has another product/)
  const json = await cli('confirm', aurora, JSON.stringify({ name: 'Aurora' }), '--json')
  expect(JSON.parse(json.out)).toMatchObject({ fits: 'unsure', utpid: aurora })
})

test.each([
  [['UTP-00000-00000-1', '--name', 'Aurora'], 3, /No product has the UTPID/],
  [['nothing', '--name', 'Aurora'], 2, /is not a UTPID/],
  [[], 2, /Missing required argument/],
])('confirm rejects %s', async (args, code, message) => {
  const answer = await cli('confirm', ...args)
  expect({ code: answer.code, err: answer.err }).toEqual({ code, err: expect.stringMatching(message) })
})

test('match --explain shows each comparison with its bits, which add up to the whole', async () => {
  const { out } = await cli('match', '--name', 'Aurora Sirkelbryggen', '--city', 'Bergen', '--explain')
  expect(out).toMatch(/^ {2}compared +level +bits +input +(north|south) /m)
  const bits = [...out.matchAll(/^ {2}(\w+(?: \w+)*?) {2,}.*?([+-]\d+\.\d)/gm)].map(([, name, value]) => [name, value])
  const sum = bits.filter(([name]) => name !== 'all together').reduce((total, [, value]) => total + Number(value), 0)
  const all = Number(bits.find(([name]) => name === 'all together')?.[1])
  expect(bits.length).toBeGreaterThan(3)
  expect(sum).toBeCloseTo(all, 0)
})

test('match says what would help where it cannot tell', async () => {
  const { code, out } = await cli('match', '--name', 'Nothing Like It')
  expect(code).toBe(0)
  expect(out).toMatch(/^none: no record was similar enough in name/)
})

test('search finds by name, place and script, aligned by what a terminal shows', async () => {
  expect((await cli('search', 'kvitholmen', 'bergen')).out).toMatch(
    /^UTP-\S+ {2}(Pension Kvitholmen|Kvitholmen Pension)/m,
  )
  const all = await cli('search', '--country', 'japan', '--type', 'lodging')
  expect(all.out).toMatch(/^UTP-\S+ {2}ホテル月見堂 {2}hotel {5}(Kyoto|京都), JP {1,2} +2 /m)
  expect(all.err).toBe('1 product found.\n')
  // An unknown country is displayed as ZZ and found by ZZ.
  expect(await cli('search', '--country', 'zz')).toMatchObject({ code: 0, err: expect.stringMatching(/product/) })
  const { total, products } = JSON.parse((await cli('search', 'bergen', '--limit', '1', '--json')).out)
  expect([total, products.length]).toEqual([3, 1])
  expect((await cli('search', 'bergen', '--limit', '1')).err).toMatch(
    /^1 to 1 of 3 products; --offset 1 shows more\.\nThe next page: --cursor [\w-]+\n$/,
  )
})

test('search tells by category and country how many of all it finds', async () => {
  const { out } = await cli('search', 'bergen', '--limit', '1', '--facets')
  expect(out).toMatch(/^UTP-.*\n+category \(at least\): \w+ \d.*\ncountry \(at least\): NO 3\n$/m)
  // The page is not full, so there are no further products.
  expect((await cli('search', 'bergen', '--facets')).out).toMatch(/^country: NO 3$/m)
  const { facets } = JSON.parse((await cli('search', 'bergen', '--limit', '1', '--facets', '--json')).out)
  expect(facets.country).toEqual([{ value: 'NO', products: 3 }])
})

test('search goes on by cursor until the last page', async () => {
  const whole = JSON.parse((await cli('search', 'bergen', '--json')).out)
  const utpids: string[] = []
  for (let more: string[] = []; ; ) {
    const { next, products } = JSON.parse((await cli('search', 'bergen', '--limit', '2', '--json', ...more)).out)
    utpids.push(...products.map(({ utpid }: { utpid: string }) => utpid))
    if (next === undefined) break
    more = ['--cursor', next]
    expect((await cli('search', 'bergen', '--limit', '2', ...more)).err).toBe('1 product of 3.\n')
  }
  expect(utpids).toEqual(whole.products.map(({ utpid }: { utpid: string }) => utpid))
})

test('search finds by destination, and around a point with how far it is', async () => {
  expect((await cli('search', '--destination', 'Japan')).out).toMatch(/ホテル月見堂/)
  expect((await cli('search', '--destination', 'Atlantis')).err).toBe('No product found.\n')
  const [place] = JSON.parse((await cli('search', 'bergen', '--json')).out).products
  const { coordinates } = place.location
  const near = await cli('search', '--near', coordinates.join(','), '--radius', '50')
  expect(near.out).toMatch(/metres/)
  expect(near.out).toMatch(new RegExp(`^${place.utpid}.* 0 `, 'm'))
  // The antipode, whose latitude starts with a dash.
  expect((await cli('search', '--near', `${-coordinates[0]},-170`)).err).toBe('No product found.\n')
})

test('suppliers and stats count what was imported', async () => {
  const { out } = await cli('suppliers')
  expect(out).toMatch(/^north +North Beds +0 +4 +4 +\d{4}-\d\d-\d\d\nsouth +south +0 +3 +3 /m)
  expect(JSON.parse((await cli('suppliers', '--json')).out)).toHaveLength(2)
  expect((await cli('stats')).out).toMatch(/^products +4 \(0 verified\)\nrecords +7 of 2 suppliers$/m)
  expect(JSON.parse((await cli('stats', '--json')).out)).toMatchObject({ records: { total: 7 } })
})
