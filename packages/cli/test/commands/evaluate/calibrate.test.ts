import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DEFAULT_MODEL, parseScoringModel } from '@utpid/core/scoring'
import { generateFeeds, labelledPairs } from '@utpid/generator'
import { longTest } from '@utpid/testing'
import { describe, expect, test } from 'vitest'
import type { Calibration } from '../../../src/model/calibrate-threshold.ts'
import { type CliResult, runCli } from '../../support/run-cli.ts'
import { temporaryFiles } from '../../support/temporary-files.ts'

const write = temporaryFiles()
const FEEDS = generateFeeds({ seed: 4, products: 400, mix: 'bedbank' })
const RECORDS = write('feeds.jsonl', [...FEEDS.records])
const LABELS = [...labelledPairs(FEEDS)] as { a: unknown; b: unknown; match: 0 | 1 }[]
const PAIRS = write('my-labels.jsonl', LABELS)
const OUT = RECORDS.replace('feeds.jsonl', 'model.json')
const ARGS = ['calibrate', '--pairs', PAIRS, '--records', RECORDS]

async function calibrated(...args: string[]): Promise<Calibration> {
  const { code, out, err } = await runCli([...ARGS, '--json', ...args])
  expect(code, err).toBe(0)
  return JSON.parse(out) as Calibration
}

describe('a threshold that is found', () => {
  let answer: Promise<Calibration> | undefined
  const found = (): Promise<Calibration> => {
    answer ??= calibrated('--max-false-merge', '0.05', '--list-wrong', '99')
    return answer
  }

  longTest('is proved by pairs that anybody can count again', async () => {
    const { chosen, sets, pairs, matches, wrong, level } = await found()
    if (chosen.kind !== 'found') throw new Error('Labels of made-up feeds must be enough for this.')
    expect(sets).toEqual([{ set: 'my-labels', pairs, matches }])
    expect([chosen.upperBound <= 0.05, level]).toEqual([true, 0.95])
    expect(chosen.wrong).toBe(wrong.length)
    const evaluated = await runCli([
      'evaluate',
      'pairs',
      PAIRS,
      '--records',
      RECORDS,
      '--json',
      '--threshold',
      String(chosen.threshold),
    ])
    const [row] = JSON.parse(evaluated.out) as [{ precision: number; recall: number }]
    expect(chosen.recall).toBeCloseTo(row.recall, 2)
    expect(1 - chosen.wrong / chosen.links).toBeCloseTo(row.precision, 2)
  })

  test('is written as a model with what it rests on', async () => {
    const { code, out, err } = await runCli([...ARGS, '--max-false-merge', '0.05', '--out', OUT, '--name', 'mine-2'])
    expect(code, err).toBe(0)
    expect(out).toMatch(/^confidence +pairs +observed +between +and\n/)
    expect(out).toMatch(
      /\nmatch 0\.\d+: [\d,]+ of [\d,]+ links (is|are) wrong, so at most \d[\d.]* % of all; \d[\d.]* % of the [\d,]+ matching pairs are linked\.\n$/,
    )
    const model = parseScoringModel(JSON.parse(readFileSync(OUT, 'utf8')))
    const { chosen } = await found()
    expect(model).toEqual({
      ...DEFAULT_MODEL,
      version: 'mine-2',
      provenance: expect.stringMatching(
        /my-labels \(\d+ pairs, \d+ match\): \d+ of \d+ links wrong, .*; aim 0\.05, sure to 0\.95\.$/,
      ),
      thresholds: { ...DEFAULT_MODEL.thresholds, match: chosen.threshold },
    })
    const again = await runCli([...ARGS, '--max-false-merge', '0.05', '--model', OUT])
    expect(again.err).toMatch(/The model was trained with a set called my-labels/)
  })

  test('reliability: every pair is in one bin, and what was observed lies in its interval', async () => {
    const { reliability, pairs } = await found()
    expect(reliability.reduce((sum, bin) => sum + bin.pairs, 0)).toBe(pairs)
    for (const { observed, between } of reliability) {
      expect(between[0]).toBeLessThanOrEqual(observed)
      expect(between[1]).toBeGreaterThanOrEqual(observed)
    }
  })
})

describe('labels that are no evidence', () => {
  const turned = LABELS.slice(0, 40).map(({ a, b, match }) => ({ a: b, b: a, match }))
  const twice = write('twice.jsonl', [...LABELS.slice(0, 40), ...turned])

  test('a pair counts once, however often and whichever way round it stands there', async () => {
    const args = ['calibrate', '--pairs', twice, '--records', RECORDS, '--max-false-merge', '0.5', '--json']
    const { pairs, repeated } = JSON.parse((await runCli(args)).out) as Calibration
    expect([pairs, repeated]).toEqual([40, 40])
  })

  test('a pair that is labelled both ways counts as different', async () => {
    const same = LABELS.find(({ match }) => match === 1)
    const both = write('both.jsonl', [same, { ...same, match: 0 }])
    const { out, err } = await runCli([
      'calibrate',
      '--pairs',
      both,
      '--records',
      RECORDS,
      '--max-false-merge',
      '0.5',
      '--json',
    ])
    expect(err).toMatch(/1 pair with contradictory labels: counted as different/)
    expect(JSON.parse(out)).toMatchObject({ pairs: 1, matches: 0 })
  })
})

describe('labels that were gathered and not drawn', () => {
  const matches = LABELS.filter(({ match }) => match === 1).slice(0, 60)
  const bare = matches.map(({ a, b }) => ({ a, b }))
  const proving = (file: string, ...args: string[]): Promise<CliResult> =>
    runCli(['calibrate', '--pairs', file, '--records', RECORDS, '--max-false-merge', '0.1', ...args])

  test.each<[by: string, file: string, args: string[]]>([
    ['--label', write('gathered.jsonl', bare), ['--label', '1']],
    ["the file's name", write('positives.jsonl', bare), []],
  ])('prove nothing when all are matches by %s', async (_, file, args) => {
    const { code, out, err } = await proving(file, ...args)
    expect([code, out]).toEqual([6, ''])
    expect(err).toMatch(/Every pair is a match by --label or its file name, .* nothing is proved/)
  })

  test('may do when a file of others stands beside them', async () => {
    const others = LABELS.filter(({ match }) => match === 0).slice(0, 60)
    const negatives = write(
      'negatives.jsonl',
      others.map(({ a, b }) => ({ a, b })),
    )
    const { err } = await proving(write('positives-2.jsonl', bare), '--pairs', negatives)
    expect(err).not.toMatch(/nothing is proved|labelled different/)
  })

  test('are asked about when each says so itself, but none is labelled different', async () => {
    const { code, err } = await proving(write('all-same.jsonl', matches))
    expect([code, err]).toEqual([
      0,
      'No pair is labelled different: were the pairs sampled independently of their label?\n',
    ])
  })
})

test.each<[what: string, lines: readonly unknown[], args: readonly string[], message: RegExp]>([
  ['an empty file', [''], [], /No pair could be used; use JSON Lines of \{ a, b, match \}/],
  ['bad lines only', ['{"a":', { a: 1 }], [], /2 of 2 pairs cannot be read.*\n(.*\n)+utpid: No pair could be used/],
  ['no pair of the set', LABELS.slice(0, 5), ['--set', 'none'], /No pair could be used; .* starts with "none"/],
])('nothing to use ends with 4: %s', async (what, lines, args, message) => {
  const file = write(`${what.replaceAll(' ', '-')}.jsonl`, lines)
  for (const command of [
    ['calibrate', '--max-false-merge', '0.1', '--pairs', file],
    ['evaluate', 'pairs', file],
  ]) {
    const { code, out, err } = await runCli([...command, '--records', RECORDS, '--json', ...args])
    expect([code, out, err]).toEqual([4, '', expect.stringMatching(message)])
  }
})

test('a place that cannot be written is told before the labels are looked at', async () => {
  const nowhere = `${OUT}/at/all.json`
  const { code, out, err } = await runCli([...ARGS, '--max-false-merge', '0.05', '--out', nowhere, '--name', 'x'])
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(`${nowhere} cannot be written`)])
})

describe('a threshold that is refused', () => {
  test('with too few labels, by how many are missing', async () => {
    const few = write('few.jsonl', LABELS.filter(({ match }) => match === 1).slice(0, 50))
    const args = [
      'calibrate',
      '--pairs',
      few,
      '--records',
      RECORDS,
      '--max-false-merge',
      '0.001',
      '--out',
      `${OUT}.2`,
      '--name',
      'x',
    ]
    const { code, out, err } = await runCli(args)
    expect(code).toBe(6)
    expect(out).toMatch(/^confidence/)
    const [, links = '', more = ''] =
      /: (\d+) labelled pairs? ha\w+ a confidence of [\d.]+ or more.* at least ([\d,]+) more/.exec(err) ?? []
    // 2,995 pairs without a wrong one prove that at most one in a thousand is wrong.
    expect(Number(links) + Number(more.replaceAll(',', ''))).toBe(2_995)
    expect(readdirSync(dirname(OUT)).filter((name) => name.startsWith(basename(`${OUT}.2`)))).toEqual([])
  })

  test('with too many wrong pairs, by what to look at', async () => {
    const flipped = write(
      'flipped.jsonl',
      LABELS.map(({ a, b, match }, at) => ({ a, b, match: at % 3 === 0 ? 1 - match : match })),
    )
    const args = [
      'calibrate',
      '--pairs',
      flipped,
      '--records',
      RECORDS,
      '--max-false-merge',
      '0.05',
      '--list-wrong',
      '2',
    ]
    const { code, out, err } = await runCli(args)
    expect(code).toBe(6)
    expect(err).toMatch(/labelled as different, so up to [\d.]+ % may be wrong\. More labels are unlikely to help/)
    expect(out.match(/flipped\.jsonl:\d+ {2}confidence [01]\.\d+, labelled as different\n {2}a /g)).toHaveLength(2)
  })
})

test.each<[what: string, args: readonly string[], message: RegExp]>([
  ['no aim', [], /--max-false-merge/],
  ['an aim of 0', ['--max-false-merge', '0'], /above 0 and at most 0\.5/],
  ['an aim that is no number', ['--max-false-merge', 'few'], /above 0 and at most 0\.5/],
  ['a model without a name', ['--max-false-merge', '0.1', '--out', OUT], /--out needs --name/],
  ['an empty name', ['--max-false-merge', '0.1', '--out', OUT, '--name', ''], /--name has 0 characters/],
  [
    "the base model's name",
    ['--max-false-merge', '0.1', '--out', OUT, '--name', DEFAULT_MODEL.version],
    /the name of the base model; use another name/,
  ],
  [
    'standard output',
    ['--max-false-merge', '0.1', '--out', '-', '--name', 'x'],
    /--out cannot write to standard output/,
  ],
  ['to write over the labels', ['--max-false-merge', '0.1', '--out', PAIRS, '--name', 'x'], /is the input itself/],
  ['to write over the feeds', ['--max-false-merge', '0.1', '--out', RECORDS, '--name', 'x'], /is the input itself/],
  ['a file that is not there', ['--max-false-merge', '0.1', '--pairs', 'nowhere.jsonl'], /nowhere\.jsonl/],
])('refuses %s', async (_, args, message) => {
  const before = readFileSync(PAIRS, 'utf8')
  const { code, err } = await runCli([...ARGS, ...args])
  expect(code).not.toBe(0)
  expect(err).toMatch(message)
  expect(readFileSync(PAIRS, 'utf8')).toBe(before)
})
