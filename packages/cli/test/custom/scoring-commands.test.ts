import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { houseFiles, labelFiles, NORTH, SCHEMA_FILE, SOUTH } from './houses.ts'

const write = houseFiles()
const SCHEMA = ['--schema', SCHEMA_FILE]
const north = { source: 'north', sourceId: NORTH.code, ...NORTH }
const south = { source: 'south', sourceId: SOUTH.code, ...SOUTH }
const a = write('north.jsonl', [north])
const b = write('south.jsonl', [south])
const gold = write('gold.jsonl', [{ a: ['north', 'N1', ''], b: ['south', 'S1', ''] }])
const none = write('negatives.jsonl', [])

// biome-ignore lint/suspicious/noExplicitAny: tests check the fields that they read.
async function json(...args: readonly string[]): Promise<any> {
  const { code, out, err } = await runCli([...args, '--json'])
  expect(code, err).toBe(0)
  return JSON.parse(out)
}

test('evaluate pairs compares the custom field, by option and by environment', async () => {
  const pairs = write('pairs.jsonl', [{ a: north, b: south, match: 0 }])
  const call = ['evaluate', 'pairs', pairs, '--list-misses', '5']
  const [evaluated] = await json(...call, ...SCHEMA)
  expect(evaluated.misses[0].because).toContain('view=same +40')
  expect((await json(...call))[0].misses).toEqual([])
  const byEnvironment = await runCli([...call, '--json'], { env: { UTPID_SCHEMA: SCHEMA_FILE } })
  expect(JSON.parse(byEnvironment.out)[0].misses).toEqual(evaluated.misses)
})

test('evaluate registry imports with the schema, and its blocking rules count', async () => {
  const call = ['evaluate', 'registry', '--feeds', a, b, '--positives', gold, '--negatives', none]
  expect(await json(...call, ...SCHEMA)).toMatchObject({ positives: 1, sameUtpid: 1, blockingRecall: 1 })
  expect(await json(...call)).toMatchObject({ positives: 1, sameUtpid: 0, blockingRecall: 0 })
  const wrong = ['evaluate', 'registry', '--feeds', a, b, '--positives', none, '--negatives', gold]
  const { misses } = await json(...wrong, '--list-misses', '5', ...SCHEMA)
  expect(misses.wronglyJoined.pairs[0].because).toContain('view=same +40')
})

test('evaluate linkage imports and matches with the schema', async () => {
  const call = ['evaluate', 'linkage', '--a', a, '--b', b, '--gold', gold]
  expect(await json(...call, ...SCHEMA)).toMatchObject({ goldPairs: 1, linked: 1, blockingRecall: 1 })
  expect(await json(...call)).toMatchObject({ goldPairs: 1, linked: 0, blockingRecall: 0 })
})

test('a custom field is hidden by its name, whatever the feed calls it', async () => {
  const pairs = write('pairs.jsonl', [{ a: north, b: south, match: 0 }])
  const call = ['evaluate', 'pairs', pairs, '--list-misses', '5', '--hide', 'seaView']
  expect((await json(...call, ...SCHEMA))[0].misses).toEqual([])
  const registry = ['evaluate', 'registry', '--feeds', a, b, '--positives', gold, '--negatives', none]
  expect(await json(...registry, ...SCHEMA, '--hide-in', 'south:sea_view')).toMatchObject({ sameUtpid: 0 })
  expect(await json(...registry, ...SCHEMA, '--hide', 'seaView')).toMatchObject({ sameUtpid: 0 })
  const unknown = await runCli([...call])
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('There is no field "seaView" to hide')])
})

test('calibrate scores with the schema, and writes a model for it', async () => {
  const { records, pairs } = labelFiles(write)
  const out = write('calibrated.json', [])
  const call = ['calibrate', '--pairs', pairs, '--records', records, '--max-false-merge', '0.5']
  const calibrated = await json(...call, '--out', out, '--name', 'views-2', ...SCHEMA)
  expect(calibrated.reliability).not.toEqual((await json(...call)).reliability)
  const model = JSON.parse(readFileSync(out, 'utf8'))
  expect(model).toMatchObject({ version: 'views-2', comparisons: { view: 1 } })
  expect(model.profiles.lodging.bits.view).toEqual({ same: 40, different: -6 })
  const evaluated = ['evaluate', 'pairs', pairs, '--records', records, '--model', out]
  expect((await json(...evaluated, ...SCHEMA))[0].pairs).toBeGreaterThan(0)
  const refused = await runCli(evaluated)
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/version 1 of the comparison "view"/)])
})

test.each(['train', 'calibrate', 'evaluate pairs', 'evaluate registry', 'evaluate linkage', 'rescore'])(
  '%s names the option in its help',
  async (name) => {
    const { out } = await runCli([...name.split(' '), '--help'])
    expect(out).toContain('--schema <file>')
  },
)
