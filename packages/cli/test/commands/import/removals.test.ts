import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { temporaryFolder } from '@utpid/testing'
import { beforeEach, expect, test } from 'vitest'
import { type CliResult, runCli } from '../../support/run-cli.ts'

const NAMES = ['Zephyr', 'Quill', 'Marlowe', 'Oriel', 'Solace', 'Tamsin', 'Vesper', 'Wren', 'Yarrow', 'Larkspur']
const ROWS = NAMES.flatMap((name, at) => [`A${at},${name} Inn,Oslo,NO,`, `B${at},${name} Lodge,Bergen,NO,`])

let folder: string
let data: string

function file(name: string, rows: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, rows.map((row) => `${row}\n`).join(''))
  return path
}

const feed = (name: string, rows: readonly string[]): string => file(name, ['code,name,city,country,status', ...rows])

async function run(...args: string[]): Promise<CliResult> {
  return await runCli([...args, '--supplier', 'bed', '--data', data])
}

async function records(): Promise<number> {
  return JSON.parse((await runCli(['stats', '--json', '--data', data])).out).records.total
}

beforeEach(async () => {
  folder = temporaryFolder()
  data = join(folder, 'data')
  await run('import', feed('all.csv', ROWS))
})

test('a flag removes records, and codes without a record are listed', async () => {
  const delta = feed('delta.csv', [
    'A0,Zephyr Inn,Oslo,NO,changed',
    'A1,,,,Deleted',
    'ZZ,,,,deleted',
    'N1,Fresh Inn,Oslo,NO,new',
  ])
  const report = join(folder, 'report.jsonl')
  const { code, out, err } = await run('import', delta, '--removed-when', 'status=deleted,gone', '--report', report)
  expect([code, out]).toEqual([0, expect.stringMatching(/removed +absent/)])
  expect(err).toContain('delta.csv: 1 removed code is unknown or already inactive: bed:ZZ.')
  expect(readFileSync(report, 'utf8')).toMatch(/"line":3,"outcome":"removed","supplier":"bed","code":"A1"/)
  expect(await records()).toBe(20)
})

test('a list of codes removes records, with a feed and alone', async () => {
  const gone = file('gone.txt', ['A1'])
  const report = join(folder, 'report.jsonl')
  const feedAndList = await run('import', feed('delta.csv', [ROWS[0] as string]), '--removed', gone, '--report', report)
  expect([feedAndList.code, await records()]).toEqual([0, 19])
  const lines = readFileSync(report, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[1]).toMatchObject({ file: gone, line: 1, outcome: 'removed', code: 'A1' })
  const again = await run('import', '--removed', gone, '--json')
  expect(JSON.parse(again.out).total).toMatchObject({ read: 1, absent: 1, removed: 0 })
  const piped = await runCli(['import', '--removed', '-', '--supplier', 'bed', '--data', data], { stdin: 'A2\n' })
  expect([piped.code, await records()]).toEqual([0, 18])
})

test('a code in both files is refused before anything is written', async () => {
  const delta = feed('delta.csv', ['A5,Tamsin Inn,Oslo,NO,', 'A6,Other Name,Oslo,NO,'])
  const { code, err } = await run('import', delta, '--removed', file('gone.txt', ['A6']))
  expect(code).toBe(4)
  expect(err).toContain('1 code is both in delta.csv and in gone.txt: A6. Nothing was imported')
})

test('a feed that would end too much writes nothing, and lists what would end', async () => {
  const half = feed('half.csv', [...ROWS.slice(0, 9), 'NEW,New Inn,Oslo,NO,'])
  const list = join(folder, 'ending.jsonl')
  const args = ['import', half, '--full', '--supplier-name', 'Bed', '--list-ending', list]
  const { code, out, err } = await run(...args)
  expect([code, out]).toEqual([6, ''])
  expect(err).toContain('11 of 20 active records of bed would end (55 %).\n11 products would lose their last record.')
  expect(err).toContain('Nothing was imported. If they no longer exist, repeat the import with --allow-loss 0.55.')
  expect(readFileSync(list, 'utf8').trimEnd().split('\n')).toHaveLength(11)
  const { refused } = JSON.parse((await run('import', half, '--full', '--json')).out)
  expect(refused).toMatchObject({ ending: 11, retiring: 11, suppliers: [{ supplier: 'bed', known: 20, ending: 11 }] })
  expect(refused.records).toHaveLength(11)
  expect(await records()).toBe(20)
  expect((await runCli(['suppliers', '--data', data])).out).not.toContain('Bed')
  const piped = ['import', '-', '--full', '--supplier', 'bed', '--data', data, '--allow-loss', '0.55']
  expect((await runCli(piped, { stdin: readFileSync(half, 'utf8') })).code).toBe(0)
  expect(await records()).toBe(10)
})

test.each([
  ['y\n', 0, 9],
  ['n\n', 6, 20],
])('on a terminal the user is asked, and answers %j', async (answer, expected, left) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, setRawMode: () => stdin })
  stdin.end(answer)
  const half = feed('half.csv', ROWS.slice(0, 9))
  const args = ['import', half, '--full', '--supplier', 'bed', '--data', data]
  const { code, err } = await runCli(args, { stdin, terminal: true })
  expect([code, await records()]).toEqual([expected, left])
  expect(err).toContain('Import and deactivate 11 records? [y/N]')
  expect(err).toMatch(/bed:B4 +Solace Lodge +Bergen +missing +yes/)
})

test.each([
  [['--list-ending', 'x'], '--list-ending needs --full, --removed-when or --removed'],
  [['--removed-when', '=x'], '"=x" is not a condition'],
  [['--removed-when', 'sttus=x'], 'did you mean "status"?'],
])('%j is refused', async (options, message) => {
  const { code, err } = await run('import', feed('delta.csv', [ROWS[0] as string]), ...options)
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining(message)])
  expect(code).not.toBe(0)
})
