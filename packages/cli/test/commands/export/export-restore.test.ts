import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { temporaryFolder } from '@utpid/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Interrupted } from '../../../src/errors/interrupted.ts'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

let folder: string
let data: string
const at = (name: string): string => join(folder, name)

beforeEach(async () => {
  folder = temporaryFolder()
  data = at('data')
  const { north, south } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--supplier-name', 'North "Beds", Ltd', '--data', data])
  await runCli(['import', south, '--supplier', 'south', '--data', data])
})

async function stats(of: string): Promise<object> {
  const { generatedAt: _, ...rest } = JSON.parse((await runCli(['stats', '--data', of, '--json'])).out)
  return rest
}

describe('export and restore', () => {
  test.each(['plain.jsonl', 'packed.jsonl.gz'])('%s holds the whole registry', async (name) => {
    const exported = await runCli(['export', '--data', data, '--out', at(name), '--json'])
    expect(exported).toMatchObject({ code: 0 })
    expect(JSON.parse(exported.out)).toMatchObject({ out: at(name), records: 7, change: 5 })
    expect(readdirSync(folder).filter((each) => each.endsWith('.part'))).toEqual([])
    const bytes = readFileSync(at(name))
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    expect(text.split('\n').at(-1)).toBe('')

    const restored = await runCli(['restore', at(name), '--data', at('copy'), '--json'])
    expect(restored).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^7 rows of records restored into .* as of change 5/),
    })
    expect(await stats(at('copy'))).toEqual({ ...(await stats(data)), change: expect.any(Number) })
    const [one, other] = await Promise.all(
      [data, at('copy')].map((each) => runCli(['locate', '--supplier', 'south', '--code', 's1', '--data', each])),
    )
    expect(one?.out).toBe(other?.out)
  })

  test('goes through standard output and standard input', async () => {
    const { out } = await runCli(['export', '--data', data])
    const restored = await runCli(['restore', '-', '--data', at('copy')], { stdin: out })
    expect(restored.code).toBe(0)
    // The first line has the time, and every checksum depends on it.
    const rows = (text: string): string[] =>
      text
        .replaceAll(/,"checksum":"\w+"/g, '')
        .split('\n')
        .slice(1, -2)
    expect(rows((await runCli(['export', '--data', at('copy')])).out)).toEqual(rows(out))
  })

  test('an output inside the registry or in a folder that is not there is refused', async () => {
    expect(await runCli(['export', '--data', data, '--out', join(data, 'ledger.lmdb')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the folder of the registry'),
    })
    expect(await runCli(['export', '--data', data, '--out', at('no/such/place.jsonl')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('its folder does not exist'),
    })
  })

  test('an output that is a link is written where it leads, and a pipe is written to', async () => {
    mkdirSync(at('elsewhere'))
    writeFileSync(at('elsewhere/real.jsonl'), 'yesterday')
    symlinkSync(at('elsewhere/real.jsonl'), at('link.jsonl'))
    expect((await runCli(['export', '--data', data, '--out', at('link.jsonl')])).code).toBe(0)
    expect(lstatSync(at('link.jsonl')).isSymbolicLink()).toBe(true)
    expect(readFileSync(at('elsewhere/real.jsonl'), 'utf8')).toMatch(/^\{"kind":"utpid-export"/)

    execFileSync('mkfifo', [at('pipe')])
    const reading = readFile(at('pipe'), 'utf8')
    expect((await runCli(['export', '--data', data, '--out', at('pipe')])).code).toBe(0)
    expect((await reading).trimEnd().split('\n').at(-1)).toMatch(/^\{"kind":"end"/)
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true)
  })

  test('an export that is stopped leaves the file that was there before', async () => {
    writeFileSync(at('backup.jsonl'), 'yesterday')
    const stop = new AbortController()
    stop.abort(new Interrupted())
    const { code } = await runCli(['export', '--data', data, '--out', at('backup.jsonl')], { signal: stop.signal })
    expect(code).toBe(130)
    expect(readFileSync(at('backup.jsonl'), 'utf8')).toBe('yesterday')
    expect(readdirSync(folder).filter((each) => each.endsWith('.part'))).toEqual([])
  })

  test('a restore into a registry is refused, and the registry stays as it is', async () => {
    await runCli(['export', '--data', data, '--out', at('all.jsonl')])
    const before = await stats(data)
    const { code, err } = await runCli(['restore', at('all.jsonl'), '--data', data])
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining('holds a registry already') })
    expect(await stats(data)).toEqual(before)
  })

  test.each([
    ['cut', (text: string) => Buffer.from(text.slice(0, -300)), /^utpid: Line \d+ of the export|is truncated/],
    [
      'without its end',
      (text: string) => Buffer.from(`${text.split('\n').slice(0, -2).join('\n')}\n`),
      /is truncated after line/,
    ],
    ['packed and cut', (text: string) => gzipSync(text).subarray(0, -200), /gzip/i],
    ['another kind', () => Buffer.from('{"supplier":"north"}\n'), /this is the file of the export/],
    ['not text', () => Buffer.from([0xff, 0xfe, 0x00, 0x80]), /Line 1 of the export/],
  ])('a file that is %s is refused, and nothing is left behind', async (_, damage, reason) => {
    const { out } = await runCli(['export', '--data', data])
    writeFileSync(at('damaged'), damage(out))
    const { code, err } = await runCli(['restore', at('damaged'), '--data', at('copy')])
    expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(reason) })
    expect(existsSync(at('copy'))).toBe(false)
    mkdirSync(at('copy'))
    await runCli(['restore', at('damaged'), '--data', at('copy')])
    expect(readdirSync(at('copy'))).toEqual([])
    writeFileSync(at('whole'), out)
    expect((await runCli(['restore', at('whole'), '--data', at('copy')])).code).toBe(0)
  })

  test('a restore that fails leaves alone what is not its own', async () => {
    const { out } = await runCli(['export', '--data', data])
    writeFileSync(at('damaged'), out.slice(0, -300))
    mkdirSync(at('copy'))
    // The file's name only starts like that of a registry file, so the folder counts as empty.
    writeFileSync(at('copy/registry.jsonl'), 'a year of work')
    expect((await runCli(['restore', at('damaged'), '--data', at('copy')])).code).toBe(4)
    expect(readdirSync(at('copy'))).toEqual(['registry.jsonl'])
    expect(readFileSync(at('copy/registry.jsonl'), 'utf8')).toBe('a year of work')
  })

  test('a restore leaves alone what came into its folder meanwhile', async () => {
    const { out } = await runCli(['export', '--data', data])
    async function* half(): AsyncGenerator<Buffer> {
      yield Buffer.from(out.slice(0, 2_000))
      writeFileSync(at('copy/notes.txt'), 'mine')
    }
    expect((await runCli(['restore', '-', '--data', at('copy')], { stdin: Readable.from(half()) })).code).toBe(4)
    expect(readdirSync(at('copy'))).toEqual(['notes.txt'])
  })

  test('an export that lies in the folder to restore into is refused, and stays', async () => {
    mkdirSync(at('copy'))
    await runCli(['export', '--data', data, '--out', at('copy/registry.jsonl')])
    symlinkSync(at('copy'), at('other-name'))
    for (const file of ['copy/registry.jsonl', 'other-name/registry.jsonl']) {
      expect(await runCli(['restore', at(file), '--data', at('copy')])).toMatchObject({
        code: 2,
        err: expect.stringContaining('the folder to restore into'),
      })
    }
    expect(readdirSync(at('copy'))).toEqual(['registry.jsonl'])
  })

  test('Ctrl-C during a restore leaves nothing behind', async () => {
    const { out } = await runCli(['export', '--data', data])
    const stop = new AbortController()
    async function* untilStopped(): AsyncGenerator<Buffer> {
      yield Buffer.from(out.slice(0, 2_000))
      stop.abort(new Interrupted())
      yield Buffer.from(out.slice(2_000))
    }
    const options = { stdin: Readable.from(untilStopped()), signal: stop.signal }
    expect((await runCli(['restore', '-', '--data', at('copy')], options)).code).toBe(130)
    expect(existsSync(at('copy'))).toBe(false)
  })
})

describe('the crosswalk', () => {
  test('is a CSV of every active code, quoted where it must be', async () => {
    const odd = at('odd.jsonl')
    writeFileSync(odd, `${JSON.stringify({ supplier: 'north', code: 'n"9, b', name: 'Hotel Odd', city: 'Bergen' })}\n`)
    await runCli(['import', odd, '--data', data])
    const { code, err } = await runCli(['export', '--crosswalk', '--data', data, '--out', at('codes.csv')])
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^8 records written to /) })
    const [header, ...rows] = readFileSync(at('codes.csv'), 'utf8').trimEnd().split('\n')
    expect(header).toBe('utpid,supplier,code,name,city,country,confidence,status,method,since')
    expect(rows).toHaveLength(8)
    expect(rows.filter((row) => row.includes('"'))).toEqual([
      expect.stringMatching(/^UTP-[\w-]+,north,"n""9, b",Hotel Odd,Bergen,,1,linked,created,\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ])
    const of = (supplierCode: string): string | undefined =>
      rows.find((row) => row.includes(supplierCode))?.split(',')[0]
    expect(of('south,s1')).toBe(of('north,n1'))
    expect(rows).toEqual(rows.toSorted((a, b) => (a.slice(0, 18) < b.slice(0, 18) ? -1 : 1)))
  })

  test('has a row for each product with --layout wide, and is JSON Lines for such a file', async () => {
    const csv = (await runCli(['export', '--crosswalk', '--layout', 'wide', '--data', data])).out
    const [header = '', ...rows] = csv.trimEnd().split('\n')
    expect(header).toMatch(/^utpid,name,city,country,.*north.*south/)
    const file = at('wide.jsonl')
    await runCli(['export', '--crosswalk', '--layout', 'wide', '--data', data, '--out', file])
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const products = lines.map((line) => JSON.parse(line))
    expect(products.map(({ utpid }) => utpid)).toEqual(rows.map((row) => row.split(',')[0]))
    expect(products.map(({ utpid }) => utpid)).toEqual(products.map(({ utpid }) => utpid).toSorted())
    const shared = products.find(({ codes }) => codes.south?.includes('s1'))
    expect(shared).toMatchObject({ name: expect.any(String), status: expect.any(String), codes: { north: ['n1'] } })
    const codes = products.flatMap((each) => Object.values(each.codes as Record<string, string[]>).flat())
    const long = (await runCli(['export', '--crosswalk', '--format', 'jsonl', '--data', data])).out
      .trimEnd()
      .split('\n')
    expect(codes.toSorted()).toEqual(long.map((line) => JSON.parse(line).code).toSorted())
    expect(codes.length).toBeGreaterThan(rows.length)
  })

  test('layouts are those of the crosswalk only', async () => {
    expect((await runCli(['export', '--layout', 'wide', '--data', data])).code).toBe(2)
    expect((await runCli(['export', '--format', 'csv', '--data', data])).code).toBe(2)
  })
})
