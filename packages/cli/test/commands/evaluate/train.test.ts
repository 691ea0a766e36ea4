import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_MODEL, parseScoringModel } from '@utpid/core/scoring'
import { generateFeeds, labelledPairs } from '@utpid/generator'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { temporaryFiles } from '../../support/temporary-files.ts'

const BIN = fileURLToPath(new URL('../../../bin/utpid.mjs', import.meta.url))
const write = temporaryFiles()
const FEEDS = generateFeeds({ seed: 4, products: 200, mix: 'bedbank' })
const RECORDS = write('feeds.jsonl', [...FEEDS.records])
const PAIRS = write('my-labels.jsonl', [...labelledPairs(FEEDS)].slice(0, 400))
const LABELS = readFileSync(PAIRS, 'utf8')
const OUT = RECORDS.replace('feeds.jsonl', 'model.json')
const BARE = ['train', '--records', RECORDS, '--out', OUT, '--name', 'mine-1', '--pairs']
const TRAIN = [...BARE, PAIRS]

test('writes a model that can be used, and tells how it did on pairs it had not seen', async () => {
  const { code, out, err } = await runCli([...TRAIN, '--json'])
  expect(code, err).toBe(0)
  const model = parseScoringModel(JSON.parse(readFileSync(OUT, 'utf8')))
  expect(model.version).toBe('mine-1')
  expect(model.provenance).toContain('my-labels')
  const { thresholds, sets } = JSON.parse(out) as { thresholds: unknown; sets: { set: string; f1: number }[] }
  expect(thresholds).toEqual(model.thresholds)
  expect(sets).toHaveLength(1)
  expect(sets[0]).toMatchObject({ set: 'my-labels', pairs: expect.any(Number) })
  expect(sets[0]?.f1).toBeGreaterThan(0.8)

  const again = await runCli([...TRAIN, '--out', `${OUT}.2`])
  expect(again.out).toContain('my-labels')
  expect(readFileSync(`${OUT}.2`, 'utf8')).toBe(readFileSync(OUT, 'utf8'))
  expect((await runCli(['evaluate', 'pairs', PAIRS, '--records', RECORDS, '--model', OUT])).code).toBe(0)
})

longTest('Ctrl-C ends a fit, in a process of its own, and leaves nothing behind', async () => {
  const folder = temporaryFolder()
  const records = join(folder, 'feeds.jsonl')
  writeFileSync(records, readFileSync(RECORDS))
  // Several sets, so that the fit takes much longer than a signal needs to arrive.
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => join(folder, `${name}.jsonl`))
  for (const file of files) writeFileSync(file, LABELS)
  const before = readdirSync(folder).sort()
  const args = [
    'train',
    '--records',
    records,
    '--out',
    join(folder, 'model.json'),
    '--name',
    'mine-1',
    '--pairs',
    ...files,
  ]
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [talk, out] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    if (!talk.includes('Fitting') && text.includes('Fitting')) child.kill('SIGINT')
    talk += text.toString()
  })
  expect(await once(child, 'close')).toEqual([130, null])
  expect(talk).toMatch(/Fitting without part \d of 5\.\nutpid: Stopped by Ctrl-C\.\n$/)
  expect(out).toBe('')
  expect(readdirSync(folder).sort()).toEqual(before)
})

test('says what it leaves out, and how many pairs are labelled both ways, whichever end comes first', async () => {
  const pairs = [...labelledPairs(FEEDS)].slice(0, 300)
  const { a, b, match } = pairs[0] as (typeof pairs)[number]
  const holes = write('holes.jsonl', [
    ...pairs,
    { a: b, b: a, match: match ? 0 : 1 },
    { a: ['nobody', '1', 'X'], b: ['nobody', '2', 'Y'], match: 1 },
    { a: 3 },
  ])
  const { code, err } = await runCli([...BARE, holes])
  expect(code, err).toBe(0)
  expect(err).toContain('1 pair with contradictory labels')
  expect(err).toMatch(/2 of 303 pairs are skipped, the first in line/)
})

test.each<[what: string, args: readonly string[], message: RegExp]>([
  [
    'too few pairs',
    [...BARE, write('few.jsonl', [...labelledPairs(FEEDS)].slice(0, 5))],
    /a model needs at least 10 of each/,
  ],
  ['a file that is not there', [...BARE, 'nowhere.jsonl'], /nowhere\.jsonl/],
  [
    'candidates that are no set',
    [...TRAIN, '--candidates', 'other.jsonl'],
    /No set is called "other"; there are my-labels/,
  ],
  [
    'a place that cannot be written',
    [...TRAIN, '--out', '/nowhere/at/all/model.json'],
    /\/nowhere\/at\/all\/model\.json/,
  ],
  ['a model without a name', [...TRAIN, '--name', ''], /--name has 0 characters; use 1 to 64/],
  ["the base model's name", [...TRAIN, '--name', DEFAULT_MODEL.version], /the name of the base model/],
  ['a label that is none', [...TRAIN, '--label', '7'], /--label is 7; use 0 or 1/],
  ['to write over what it reads', [...TRAIN, '--out', PAIRS], /is the input itself; use another file for --out/],
  ['to write over the feeds', [...TRAIN, '--out', RECORDS], /is the input itself/],
])('refuses %s', async (_, args, message) => {
  const { code, err } = await runCli(args)
  expect(code).not.toBe(0)
  expect(err).toMatch(message)
  expect(readFileSync(PAIRS, 'utf8')).toBe(LABELS)
})

test('trains without labels on feeds, and tells what it expects', async () => {
  const model = `${OUT}.unlabelled`
  const args = ['train', '--unlabelled', RECORDS, '--out', model, '--name', 'mine-1', '--neutral']
  const { code, out, err } = await runCli([...args, '--json'])
  expect(code, err).toBe(0)
  const { provenance, thresholds } = parseScoringModel(JSON.parse(readFileSync(model, 'utf8')))
  expect(provenance).toMatch(/^Trained without labels on /)
  expect(JSON.parse(out)).toMatchObject({
    version: 'mine-1',
    thresholds,
    sets: [],
    unlabelled: {
      records: expect.any(Number),
      candidates: expect.any(Number),
      expected: { precision: expect.any(Number) },
    },
  })
  expect(err).toContain('Estimating which candidates match.')
  expect((await runCli(args)).out).toContain('Expected, not measured: ')
})

test.each<[what: string, args: readonly string[], message: RegExp]>([
  ['neither pairs nor feeds', [], /Give labelled pairs with --pairs, or feeds without labels with --unlabelled\./],
  ['pairs and feeds', ['--pairs', PAIRS, '--unlabelled', RECORDS], /--unlabelled.* cannot be used with .*--pairs/],
  ['candidates for feeds', ['--unlabelled', RECORDS, '--candidates', PAIRS], /--candidates needs --pairs\./],
  ['conditions for pairs', ['--pairs', PAIRS, '--where', 'city=X'], /--where needs --unlabelled\./],
  [
    'an unknown supplier',
    ['--unlabelled', RECORDS, '--several-codes', 'nobody'],
    /No record has the supplier "nobody"/,
  ],
])('rejects %s', async (_, args, message) => {
  const { code, err } = await runCli(['train', ...args, '--out', `${OUT}.none`, '--name', 'mine-1'])
  expect(code).toBe(2)
  expect(err).toMatch(message)
  expect(readdirSync(join(OUT, '..'))).not.toContain('model.json.none')
})
