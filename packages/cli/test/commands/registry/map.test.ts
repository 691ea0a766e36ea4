import { readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { newFolder, temporaryFolder } from '@utpid/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Interrupted } from '../../../src/errors/interrupted.ts'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

const folder = newFolder()
const data = join(folder, 'data')
const input = join(folder, 'input.jsonl')

beforeAll(async () => {
  const { north } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  writeFileSync(
    input,
    [
      '{"ref":"a","name":"AURORA SIRKELBRYGGEN","city":"Bergen","lat":60.3951,"lng":5.3242}',
      '{"ref":"b","name":"Kvitholmen',
      '{"ref":"c","city":"Bergen"}',
      '{"ref":"d","name":"Nothing Like \\"It\\", Oslo","city":"Oslo"}',
      '{"supplier":"north","code":"n2","name":"Pension Kvitholmen"}',
    ].join('\n'),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const expected = [
  { line: 1, ref: 'a', decision: 'match', error: null },
  { line: 2, ref: null, decision: null, error: { code: 'invalid_json' } },
  { line: 3, ref: 'c', decision: null, error: { code: 'nothing_to_match' } },
  { line: 4, ref: 'd', decision: 'none', candidates: [], error: null },
  { line: 5, ref: 'n2', decision: 'match', method: 'supplier_code', error: null },
]

test('one answer a line in the order of the input, broken lines among them', async () => {
  const { code, out, err } = await runCli(['map', input, '--data', data])
  expect(code).toBe(0)
  const lines = out.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(expected)
  expect(err).toMatch(/^5 inputs: 2 match, 0 review, 1 none, 2 error; /)
})

test('--out writes JSON Lines or CSV by its ending; --json then counts on standard output', async () => {
  const [jsonl, csv] = [join(folder, 'out.jsonl'), join(folder, 'out.csv')]
  const { out } = await runCli(['map', input, '--data', data, '--out', jsonl, '--json'])
  expect(JSON.parse(out)).toMatchObject({ inputs: 5, match: 2, none: 1, error: 2 })
  const lines = readFileSync(jsonl, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(expected)
  await runCli(['map', input, '--data', data, '--out', csv])
  const rows = readFileSync(csv, 'utf8').trim().split('\n')
  expect(rows[0]).toBe('line,ref,decision,utpid,confidence,method,reason,candidates,error')
  expect(rows.slice(1).map((row) => row.split(',').slice(0, 3).join())).toEqual([
    '1,a,match',
    '2,,',
    '3,c,',
    '4,d,none',
    '5,n2,match',
  ])
})

test('--supplier is that of inputs which name none, so that their codes are recognised', async () => {
  const { out } = await runCli(['map', '-', '--supplier', 'north', '--data', data], { stdin: '{"code":"n1"}\n' })
  expect(JSON.parse(out)).toMatchObject({ line: 1, ref: 'n1', decision: 'match', method: 'supplier_code' })
})

test('more inputs than one batch may hold are answered in slices, all of them', async () => {
  const many = join(folder, 'many.jsonl')
  writeFileSync(many, '{"supplier":"north","code":"n1"}\n'.repeat(10_500))
  const { code, err, out } = await runCli(['map', many, '--data', data])
  expect(code).toBe(0)
  expect(err).toMatch(/^10,500 inputs: /)
  const lines = out.trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(lines.map((_, at) => at + 1))
})

test('Ctrl-C in the midst leaves an earlier output as it was, and nothing beside it', async () => {
  const own = temporaryFolder()
  const out = join(own, 'mapped.jsonl')
  writeFileSync(out, 'of an earlier run\n')
  const draft = `${realpathSync(out)}.${process.pid}.part`
  const stop = new AbortController()
  async function* untilStopped(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"supplier":"north","code":"n1"}\n'.repeat(1_500))
    while (statSync(draft).size === 0) await setImmediate()
    stop.abort(new Interrupted())
    yield Buffer.from('{"supplier":"north","code":"n1"}\n')
  }
  const { code, err } = await runCli(['map', '-', '--data', data, '--out', out], {
    stdin: Readable.from(untilStopped()),
    signal: stop.signal,
  })
  expect(code).toBe(130)
  expect(err).toBe(`utpid: Stopped by Ctrl-C. Nothing was written to ${out}; an earlier file is unchanged.\n`)
  expect(readdirSync(own)).toEqual(['mapped.jsonl'])
  expect(readFileSync(out, 'utf8')).toBe('of an earlier run\n')
})

test('of an input that breaks off, the answers to what came before are kept', async () => {
  const own = temporaryFolder()
  const [broken, out] = [join(own, 'broken.jsonl.gz'), join(own, 'mapped.jsonl')]
  const lines = Array.from(
    { length: 6_000 },
    (_, at) => `{"supplier":"north","code":"n1","ref":"${(at * 7919) % 20_011}"}\n`,
  )
  const packed = gzipSync(lines.join(''))
  writeFileSync(broken, packed.subarray(0, packed.length / 2))
  const { code, err } = await runCli(['map', broken, '--data', data, '--out', out])
  const answers = readFileSync(out, 'utf8').trim().split('\n').length
  expect(answers).toBeGreaterThan(1_000)
  expect([code, err]).toEqual([4, expect.stringContaining(`${answers.toLocaleString('en')} answers went to ${out}.`)])
})

test('a command that was stopped before it began says so', async () => {
  const { code, err } = await runCli(['map', input, '--data', data], { signal: AbortSignal.abort(new Interrupted()) })
  expect({ code, err }).toEqual({ code: 130, err: 'utpid: Stopped by Ctrl-C.\n' })
})

test('threads answer as one does', async () => {
  const many = join(folder, 'many.jsonl')
  writeFileSync(many, Array.from({ length: 40 }, () => readFileSync(input, 'utf8')).join('\n'))
  const alone = await runCli(['map', many, '--data', data])
  const shared = await runCli(['map', many, '--workers', '2', '--data', data])
  expect(shared.code).toBe(0)
  expect(shared.out).toBe(alone.out)
  for (const workers of ['0', '65', 'x']) {
    expect((await runCli(['map', many, '--workers', workers, '--data', data])).code).toBe(2)
  }
})
