import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { temporaryFiles } from '../../support/temporary-files.ts'

const write = temporaryFiles()

const ASTORIA = {
  name: 'Hotel Astoria',
  category: 'hotel',
  city: 'Wien',
  country: 'AT',
  address: 'Ring 4',
  lat: 48.2001,
  lon: 16.3702,
}
const ASTORIA_AGAIN = { ...ASTORIA, name: 'ASTORIA', lat: 48.2002 }
const BRISTOL = {
  name: 'Hotel Bristol',
  category: 'hotel',
  city: 'Wien',
  country: 'AT',
  address: 'Gasse 9',
  lat: 48.2031,
  lon: 16.3691,
}

const PAIRS = [
  { a: ASTORIA, b: ASTORIA_AGAIN, match: 1 },
  { a: ASTORIA, b: BRISTOL, match: 0 },
  { a: BRISTOL, b: ASTORIA_AGAIN, match: 0 },
]

async function evaluation(...args: readonly string[]): Promise<Record<string, unknown>[]> {
  const { code, out, err } = await runCli(['evaluate', 'pairs', ...args, '--json'])
  expect(code, err).toBe(0)
  return JSON.parse(out) as Record<string, unknown>[]
}

describe('a file of labelled pairs', () => {
  test('words that many of its own records share tell less when it counts them itself', async () => {
    const chain = Array.from({ length: 40 }, (_, at) => ({ ...ASTORIA, name: 'Quxwelby', lat: 40 + at, lon: at }))
    const pairs = chain
      .slice(1)
      .map((b, at) => ({ a: chain[at], b: { ...b, lat: 40 + at, lon: at + 0.004 }, match: 0 }))
    const file = write('chain.jsonl', pairs)
    const [shipped] = await evaluation(file, '--threshold', '0.01')
    const [own] = await evaluation(file, '--threshold', '0.01', '--count-words')
    expect(own?.brier as number).toBeLessThan(shipped?.brier as number)
  })

  test('gives one row with every figure', async () => {
    const file = write('pairs.jsonl', PAIRS)
    const [row, ...others] = await evaluation(file)
    expect(others).toEqual([])
    expect(row).toEqual({
      file,
      pairs: 3,
      positives: 1,
      threshold: expect.any(Number),
      precision: 1,
      recall: 1,
      f1: 1,
      // Precision is null: the model would link neither pair.
      atMatch: expect.objectContaining({ recall: expect.any(Number) }),
      bestF1: 1,
      bestThreshold: expect.any(Number),
      prAuc: 1,
      brier: expect.any(Number),
      ece: expect.any(Number),
      pairsPerSecond: expect.any(Number),
    })
  })

  test('may be gzipped, and may be one of several', async () => {
    const plain = write('first.jsonl', PAIRS)
    const packed = `${plain}.gz`
    writeFileSync(packed, gzipSync(readFileSync(plain)))
    const rows = await evaluation(plain, packed)
    expect(rows.map(({ file, pairs, brier }) => [file, pairs, brier])).toEqual([
      [plain, 3, rows[0]?.brier],
      [packed, 3, rows[0]?.brier],
    ])
  })

  test('with --total has a row over all files at the end', async () => {
    const rows = await evaluation(write('one.jsonl', PAIRS), write('two.jsonl', PAIRS.slice(1)), '--total')
    expect(rows.map(({ file, pairs, positives }) => [typeof file, pairs, positives])).toEqual([
      ['string', 3, 1],
      ['string', 2, 0],
      ['string', 5, 1],
    ])
    expect(rows[1]).toMatchObject({ recall: null, f1: null, bestF1: null, prAuc: null })
    expect(rows[2]).toMatchObject({ file: 'all files', recall: 1 })
  })

  test('the threshold is the one given', async () => {
    const [row] = await evaluation(write('pairs.jsonl', PAIRS), '--threshold', '0')
    expect(row).toMatchObject({ threshold: 0, precision: 1 / 3, recall: 1 })
  })

  test('a hidden field is not compared', async () => {
    const pair = { a: { ...ASTORIA, phone: '+43 1 5551234' }, b: { ...BRISTOL, phone: '01 5551234' }, match: 1 }
    const file = write('phones.jsonl', [pair])
    const [seen] = await evaluation(file)
    const [hidden] = await evaluation(file, '--hide', 'phone')
    const [without] = await evaluation(write('bare.jsonl', [{ a: ASTORIA, b: BRISTOL, match: 1 }]))
    expect(hidden?.brier).toBe(without?.brier)
    expect(hidden?.brier).toBeGreaterThan(seen?.brier as number)
  })

  test('two records of one source count as two suppliers unless --as-suppliers', async () => {
    const file = write('one-source.jsonl', [
      {
        a: { ...ASTORIA, source: 'bedbank', sourceId: '1' },
        b: { ...ASTORIA_AGAIN, source: 'bedbank', sourceId: '2' },
        match: 1,
      },
    ])
    const [anonymous] = await evaluation(file)
    const [bare] = await evaluation(write('pairs.jsonl', PAIRS.slice(0, 1)))
    const [asSuppliers] = await evaluation(file, '--as-suppliers')
    expect(anonymous?.brier).toBe(bare?.brier)
    expect(asSuppliers?.brier).toBeGreaterThan(anonymous?.brier as number)
  })

  test('a model of a file is used', async () => {
    const shipped = JSON.parse(
      readFileSync(new URL('../../../../core/src/scoring/shipped-model.json', import.meta.url), 'utf8'),
    ) as { thresholds: Record<string, number> }
    const model = write('model.json', [{ ...shipped, thresholds: { ...shipped.thresholds, pair: 0.123 } }])
    const [row] = await evaluation(write('pairs.jsonl', PAIRS), '--model', model)
    expect(row?.threshold).toBe(0.123)
  })

  test('wrongly called pairs are listed with the reasons', async () => {
    const file = write('wrong.jsonl', [...PAIRS, { a: ASTORIA, b: ASTORIA, match: 0 }])
    const [row] = await evaluation(file, '--list-misses', '5')
    expect(row?.misses).toEqual([
      expect.objectContaining({
        line: 4,
        match: 0,
        because: expect.arrayContaining([expect.stringMatching(/^name=/)]),
      }),
    ])
  })

  test('is shown as a table without --json', async () => {
    const { out } = await runCli(['evaluate', 'pairs', write('pairs.jsonl', PAIRS)])
    expect(out).toMatch(/^file +pairs +positives +threshold/)
    expect(out).toMatch(/^pairs\.jsonl +3 +1 /m)
  })
})

describe('pairs that name records of feeds', () => {
  const feed = write('feed.jsonl', [
    { source: 'bedbank', sourceId: '1', ...ASTORIA },
    { source: 'register', sourceId: 'r/1', ...ASTORIA_AGAIN },
    { source: 'register', sourceId: 'r/2', ...BRISTOL },
  ])
  const same = { set: 'wien x', a: ['bedbank', '1', 'Hotel Astoria'], b: ['register', 'r/1', 'ASTORIA'] }
  const different = { set: 'graz', a: ['bedbank', '1', 'Hotel Astoria'], b: ['register', 'r/2', 'Hotel Bristol'] }

  test('are looked up, and labelled by the name of their file', async () => {
    const positives = write('positive-pairs.jsonl', [same])
    const negatives = write('hard-negative-pairs.jsonl', [different])
    const rows = await evaluation(positives, negatives, '--records', feed)
    expect(rows.map(({ pairs, positives: count }) => [pairs, count])).toEqual([
      [1, 1],
      [1, 0],
    ])
  })

  test('are labelled by --label whatever the name', async () => {
    const [row] = await evaluation(write('some.jsonl', [same]), '--records', feed, '--label', '1')
    expect(row).toMatchObject({ pairs: 1, positives: 1, recall: 1 })
  })

  test('of other sets than --set are passed over', async () => {
    const [row] = await evaluation(write('positive.jsonl', [same, different]), '--records', feed, '--set', 'Wien')
    expect(row).toMatchObject({ pairs: 1 })
  })

  test('that no feed has are counted, said and left out', async () => {
    const file = write('positives.jsonl', [same, { a: ['bedbank', '9', ''], b: ['register', 'r/1', ''] }])
    const { out, err } = await runCli(['evaluate', 'pairs', file, '--records', feed, '--json'])
    expect(JSON.parse(out)).toMatchObject([{ pairs: 1 }])
    expect(err).toContain('1 of 2 pairs cannot be read and are skipped')
    expect(err).toContain(':2: "a" is bedbank 9, which no feed has.')
  })
})

describe('lines that are no pair', () => {
  test('are counted, said with their number and left out', async () => {
    const file = write('broken.jsonl', [
      ...PAIRS,
      '{ broken',
      { a: ASTORIA, match: 1 },
      { a: ASTORIA, b: BRISTOL },
      { a: ASTORIA, b: BRISTOL, match: 2 },
    ])
    const { code, out, err } = await runCli(['evaluate', 'pairs', file, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject([{ pairs: 3 }])
    expect(err).toContain('4 of 7 pairs cannot be read and are skipped')
    expect(err).toContain(`${file}:5: "b" is neither a record nor [source, id, ...].`)
    expect(err).toContain('and 1 more')
  })

  test('a record that no registry takes is certainly no match, and is said', async () => {
    const file = write('nameless.jsonl', [{ a: ASTORIA, b: { ...ASTORIA, name: 'n/a' }, match: 1 }])
    const { out, err } = await runCli(['evaluate', 'pairs', file, '--json'])
    expect(JSON.parse(out)).toMatchObject([{ pairs: 1, positives: 1, recall: 0, brier: 1 }])
    expect(err).toContain('1 of 1 pairs have a record that a registry rejects')
  })
})

describe('what is wrong is said in one sentence', () => {
  const file = write('pairs.jsonl', PAIRS)
  test.each([
    [['--threshold', '2'], 2, 'It must be a number from 0 to 1.'],
    [['--hide', 'phonne'], 2, 'There is no field "phonne" to hide'],
    [['--label', '2'], 2, '--label is 2; use 0 or 1.'],
    [['--model', 'no-model.json'], 4, 'The model no-model.json cannot be read: there is no such file'],
    [['--model', file], 4, 'is not JSON'],
    [['--records', 'no-feed.jsonl'], 4, 'There is no file no-feed.jsonl'],
    [['--list-misses', 'x'], 2, 'It must be a whole number'],
  ])('%j', async (args, exitCode, sentence) => {
    const answer = await runCli(['evaluate', 'pairs', file, ...args])
    expect(answer.code).toBe(exitCode)
    expect(answer.err).toContain(sentence)
    expect(answer.err.trim().split('\n')).toHaveLength(1)
    expect(answer.out).toBe('')
  })

  test('a missing file', async () => {
    const { code, err } = await runCli(['evaluate', 'pairs', 'no-pairs.jsonl'])
    expect(code).toBe(4)
    expect(err).toContain('There is no file no-pairs.jsonl')
  })
})
