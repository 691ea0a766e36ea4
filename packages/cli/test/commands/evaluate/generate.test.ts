import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { type GeneratedRecord, generateFeeds, toJsonLine } from '@utpid/generator'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { Interrupted } from '../../../src/errors/interrupted.ts'
import { Output } from '../../../src/io/output.ts'
import { run } from '../../../src/program/run.ts'
import { runCli } from '../../support/run-cli.ts'

const SUPPLIERS = ['register', 'open-map', 'bedbank', 'aggregator', 'home-share', 'let-register']

function rows<T>(text: string): T[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

interface TruthRow {
  readonly source: string
  readonly sourceId: string
  readonly product: number
}

test('standard output carries exactly so many records, those of the seed in their order, each with its supplier', async () => {
  const { code, out, err } = await runCli(['generate', '--records', '777', '--seed', '9'])
  expect(code).toBe(0)
  const expected: string[] = []
  for (const record of generateFeeds({ seed: 9, products: 2_000 }).records) expected.push(toJsonLine(record))
  expect(out).toBe(expected.slice(0, 777).join(''))
  expect(err).toMatch(/^777 records of \d+ products by 6 suppliers, seed 9; \d+\.\d s \([\d,]+ a second\)\.\n$/)
})

test('a folder gets one feed for each supplier, and the truth about every record', async () => {
  const folder = join(temporaryFolder(), 'feeds')
  const { code, out } = await runCli(['generate', '--records', '1500', '--seed', '3', '--out', folder, '--json'])
  expect(code).toBe(0)
  expect(readdirSync(folder).sort()).toEqual([...SUPPLIERS.map((id) => `${id}.jsonl`), 'truth.jsonl'].sort())
  const report = JSON.parse(out)
  expect(report).toMatchObject({ out: folder, seed: 3, records: 1_500, truth: 'truth.jsonl' })

  const feeds = generateFeeds({ seed: 3, products: 5_000 })
  const truth = rows<TruthRow>(readFileSync(join(folder, 'truth.jsonl'), 'utf8'))
  expect(truth).toHaveLength(1_500)
  for (const { source, sourceId, product } of truth) expect(feeds.truth.productOf(source, sourceId)).toBe(product)
  const known = new Set(truth.map(({ source, sourceId }) => `${source} ${sourceId}`))
  let count = 0
  for (const { supplier, file, records } of report.suppliers) {
    const feed = rows<GeneratedRecord>(readFileSync(join(folder, file), 'utf8'))
    expect(feed).toHaveLength(records)
    expect(feed.every(({ source, sourceId }) => source === supplier && known.has(`${source} ${sourceId}`))).toBe(true)
    count += feed.length
  }
  expect(count).toBe(1_500)
  expect(new Set(truth.map(({ product }) => product)).size).toBe(report.products)
})

test('--gzip packs the feeds of a folder, and a name that ends in .gz packs a file', async () => {
  const folder = temporaryFolder()
  const [feeds, plain, packed] = ['feeds', 'all.jsonl', 'all.jsonl.gz'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const args of [[feeds, '--gzip'], [plain], [packed]]) {
    expect((await runCli(['generate', '--records', '400', '--out', ...args])).code).toBe(0)
  }
  const whole = readFileSync(plain, 'utf8')
  expect(rows(whole)).toHaveLength(400)
  expect(gunzipSync(readFileSync(packed)).toString('utf8')).toBe(whole)
  const bedbank = gunzipSync(readFileSync(join(feeds, 'bedbank.jsonl.gz'))).toString('utf8')
  const own = whole.split('\n').filter((line) => line.startsWith('{"source":"bedbank"'))
  expect(bedbank.trimEnd().split('\n')).toEqual(own)
})

test('suppliers, mix and density reach the generator', async () => {
  const args = ['--records', '300', '--suppliers', '12', '--mix', 'bedbank', '--dense', '0.5']
  const { out } = await runCli(['generate', ...args])
  const feeds = generateFeeds({ seed: 1, products: 1_000, suppliers: 12, mix: 'bedbank', dense: 0.5 })
  const expected = [...feeds.records].slice(0, 300).map(toJsonLine)
  expect(out).toBe(expected.join(''))
})

test('what it writes, import reads', async () => {
  const folder = temporaryFolder()
  const feeds = join(folder, 'feeds')
  await runCli(['generate', '--records', '300', '--out', feeds])
  const files = SUPPLIERS.map((id) => join(feeds, `${id}.jsonl`))
  const { code, out } = await runCli(['import', ...files, '--data', join(folder, 'data'), '--json'])
  expect(code).toBe(0)
  const { total } = JSON.parse(out)
  expect(total.read).toBe(300)
  expect(total.rejected).toBeLessThanOrEqual(2)
})

test.each([
  [
    ['--records', '0'],
    "Option '--records <n>' argument '0' is invalid. It must be a whole number from 1 to 1,000,000,000.",
  ],
  [['--suppliers', '41'], '--suppliers is 41: give a whole number from 1 to 40.'],
  [['--mix', 'full'], "Option '--mix <mix>' argument 'full' is invalid. Allowed choices are real, bedbank."],
  [['--dense', '1.5'], "Option '--dense <share>' argument '1.5' is invalid. It must be a number from 0 to 1."],
  [['--gzip'], '--gzip needs --out; for standard output, pipe it through gzip.'],
  [
    ['--out', 'FOLDER/none/a.jsonl'],
    'FOLDER/none/a.jsonl cannot be written: its folder does not exist; use another file.',
  ],
  [['--out', 'FOLDER/full'], 'FOLDER/full contains other files (notes.txt); use a new or an empty folder for --out.'],
  [
    ['--out', 'FOLDER/full/notes.txt'],
    'FOLDER/full/notes.txt is a file; use a folder for --out, or a file that ends in .jsonl.',
  ],
] as const)('generate %s is refused with the cure', async (args, sentence) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'full'))
  writeFileSync(join(folder, 'full/notes.txt'), 'mine')
  const filled = (text: string): string => text.replaceAll('FOLDER', folder)
  const result = await runCli(['generate', ...args.map(filled)])
  expect(result).toEqual({ code: 2, out: '', err: `utpid: ${filled(sentence)}\n` })
  expect(readFileSync(join(folder, 'full/notes.txt'), 'utf8')).toBe('mine')
})

test('stopped in the midst, it leaves no file that looks whole, and a file of before as it was', async () => {
  const folder = temporaryFolder()
  const [feeds, file] = [join(folder, 'feeds'), join(folder, 'all.jsonl')]
  writeFileSync(file, 'before\n')
  for (const out of [feeds, file]) {
    const signal = AbortSignal.abort(new Interrupted())
    const { code, err } = await runCli(['generate', '--records', '100000', '--out', out], { signal })
    expect({ code, err }).toEqual({ code: 130, err: 'utpid: Stopped by Ctrl-C.\n' })
  }
  expect(readdirSync(feeds)).toEqual([])
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('before\n')
})

test('a reader that goes away ends it quietly', async () => {
  let received = 0
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      received += chunk.length
      done(received > 200_000 ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null)
    },
  })
  let talk = ''
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      talk += chunk.toString('utf8')
      done()
    },
  })
  const { signal } = new AbortController()
  const io = {
    stdin: process.stdin,
    stdout: new Output(stdout),
    stderr: new Output(stderr),
    env: {},
    signal,
    sleep: async () => undefined,
  }
  expect(await run(['generate', '--records', '1000000000'], io)).toBe(0)
  expect(talk).toBe('')
})

test('on a terminal it tells how far it is and how long it will take', async () => {
  const { err } = await runCli(['generate', '--records', '9000'], { terminal: true })
  expect(err).toMatch(/records +\[=+ +\] \d+ % +[\d,]+ records/)
  expect(err).toMatch(/about \d+ s left/)
})

longTest('an export of known products is restored to a registry that has exactly them', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'products.jsonl.gz')
  const data = join(folder, 'registry')
  const made = await runCli(['generate', '--records', '900', '--seed', '4', '--as-export', '--out', file, '--json'])
  expect(made.code, made.err).toBe(0)
  const { records, products } = JSON.parse(made.out)
  expect(records).toBe(900)
  expect(JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n')[0] as string)).toMatchObject({
    kind: 'utpid-export',
    records: 900,
  })
  const again = join(folder, 'again.jsonl.gz')
  await runCli(['generate', '--records', '900', '--seed', '4', '--as-export', '--out', again])
  expect(readFileSync(again).equals(readFileSync(file))).toBe(true)

  const restored = await runCli(['restore', file, '--data', data])
  expect(restored.code, restored.err).toBe(0)
  const stats = await runCli(['stats', '--data', data, '--json'])
  expect(JSON.parse(stats.out)).toMatchObject({ records: { total: 900 }, products: { total: products } })
  const searched = await runCli(['search', 'hotel', '--data', data, '--json'])
  expect(JSON.parse(searched.out).total).toBeGreaterThan(0)
})

test('an export cannot be a folder', async () => {
  const { code, err } = await runCli(['generate', '--as-export', '--out', join(temporaryFolder(), 'feeds')])
  expect(code).toBe(2)
  expect(err).toContain('An export is one file')
})
