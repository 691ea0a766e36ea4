import { describe, expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { temporaryFiles } from '../../support/temporary-files.ts'

const write = temporaryFiles()

/** Hotel names without common words. The hotels are a kilometre apart. */
const NAMES = ['Astoria', 'Bristol', 'Carlton', 'Dunant', 'Elysium', 'Falkenhof']

function row(source: string, at: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    source,
    sourceId: `${source[0]}${at}`,
    name: `Hotel ${NAMES[at]}`,
    category: 'hotel',
    city: 'Wien',
    country: 'AT',
    lat: 48.2 + at * 0.01,
    lon: 16.37,
    address: `Ringgasse ${at + 1}`,
    postcode: '1010',
    phone: `+43 1 555 12${at}0`,
    ...change,
  }
}

function gold(a: string, b: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { a: ['bedbank', a, 'ignored', 1], b: ['register', b], ...more }
}

const bedbank = write(
  'bedbank.jsonl',
  [0, 1, 2, 3].map((at) => row('bedbank', at)),
)
const register = write(
  'register.jsonl',
  [0, 1, 2, 5].map((at) => row('register', at)),
)
const pairs = write('gold.jsonl', [gold('b0', 'r0'), gold('b1', 'r1'), gold('b2', 'r2')])

async function evaluation(args: readonly string[]): Promise<{ found: Record<string, unknown>; err: string }> {
  const { code, out, err } = await runCli(['evaluate', 'linkage', ...args, '--json'])
  expect(code, err).toBe(0)
  return { found: JSON.parse(out) as Record<string, unknown>, err }
}

async function linkage(a: string, b: string, labels: string, ...more: readonly string[]): Promise<unknown> {
  return (await evaluation(['--a', a, '--b', b, '--gold', labels, ...more])).found
}

test('every record of b is asked for among those of a, and judged by the gold pairs', async () => {
  const { found, err } = await evaluation(['--a', bedbank, '--b', register, '--gold', pairs])
  expect(found).toEqual({
    records: 4,
    inputs: 4,
    goldPairs: 3,
    missing: 0,
    blockingRecall: 1,
    linked: 3,
    linkedRecall: 1,
    reviewRecall: 1,
    wrongLinks: 0,
    precisionAgainstGold: 1,
    // The last record shares no key with any other.
    candidatesPerInput: 0.75,
    links: 3,
    reviews: 0,
    none: 1,
    rejected: 0,
    seconds: expect.any(Number),
  })
  expect(err).toBe('')
})

describe('gold pairs', () => {
  test('serve both directions', async () => {
    expect(await linkage(register, bedbank, pairs)).toMatchObject({ goldPairs: 3, linked: 3, missing: 0 })
  })

  test('labelled different do not count', async () => {
    const labels = write('labels.jsonl', [gold('b0', 'r0', { match: 1 }), gold('b1', 'r0', { match: 0 })])
    expect(await linkage(bedbank, register, labels)).toMatchObject({ goldPairs: 1, missing: 0, linkedRecall: 1 })
  })

  test('of other sets than --set do not count', async () => {
    const labels = write('sets.jsonl', [gold('b0', 'r0', { set: 'Wien' }), gold('b9', 'r9', { set: 'Graz' })])
    expect(await linkage(bedbank, register, labels, '--set', 'wien')).toMatchObject({ goldPairs: 1, missing: 0 })
  })

  test('that name a record of neither file are told and count for nothing', async () => {
    const labels = write('missing.jsonl', [gold('b0', 'r0'), gold('b9', 'r1'), gold('b1', 'r9')])
    const { found, err } = await evaluation(['--a', bedbank, '--b', register, '--gold', labels])
    expect(found).toMatchObject({ goldPairs: 1, missing: 2, linkedRecall: 1, wrongLinks: 0 })
    expect(err).toContain('missing.jsonl:2: a and b have no records for bedbank b9 and register r1.')
    expect(err).toContain('2 pairs name a record that was not read')
  })

  test('that come again count once', async () => {
    const labels = write('again.jsonl', [gold('b0', 'r0'), gold('b0', 'r0'), gold('b0', 'r5')])
    const { found, err } = await evaluation(['--a', bedbank, '--b', register, '--gold', labels])
    expect(found).toMatchObject({ goldPairs: 2, linked: 1, linkedRecall: 0.5 })
    expect(err).toContain('1 repeated pairs count once.')
  })

  test('with a record that is rejected are not found', async () => {
    const a = write('rejected-a.jsonl', [row('bedbank', 0, { name: '-' }), row('bedbank', 1)])
    const b = write('rejected-b.jsonl', [row('register', 0), row('register', 1, { name: null })])
    const labels = write('rejected-gold.jsonl', [gold('b0', 'r0'), gold('b1', 'r1')])
    const { found, err } = await evaluation(['--a', a, '--b', b, '--gold', labels])
    expect(found).toMatchObject({ records: 1, inputs: 2, goldPairs: 2, missing: 0, linked: 0, blockingRecall: 0 })
    expect(found).toMatchObject({ none: 1, rejected: 1, precisionAgainstGold: null })
    expect(err).toContain('1 of 2 records were rejected.')
    expect(err).toContain('1 of 2 records of b were rejected.')
  })
})

describe('links', () => {
  test('to a product that holds none of the partners are wrong', async () => {
    const labels = write('wrong.jsonl', [gold('b1', 'r0'), gold('b2', 'r0'), gold('b2', 'r2')])
    expect(await linkage(bedbank, register, labels)).toMatchObject({
      goldPairs: 3,
      linked: 1,
      reviewRecall: 1 / 3,
      // Counts the record once, although two pairs name it.
      wrongLinks: 1,
      precisionAgainstGold: 0.5,
      blockingRecall: 1 / 3,
    })
  })

  test('to one of two partners are not wrong', async () => {
    const labels = write('two-partners.jsonl', [gold('b0', 'r0'), gold('b1', 'r0')])
    expect(await linkage(bedbank, register, labels)).toMatchObject({
      linked: 1,
      linkedRecall: 0.5,
      wrongLinks: 0,
      precisionAgainstGold: 1,
    })
  })

  test('to a product that holds two partners count for both', async () => {
    const both = write('both.jsonl', [row('bedbank', 0), row('other', 0), row('bedbank', 1)])
    const labels = write('both-gold.jsonl', [gold('b0', 'r0'), { a: ['other', 'o0'], b: ['register', 'r0'] }])
    expect(await linkage(both, register, labels)).toMatchObject({ goldPairs: 2, linked: 2, linkedRecall: 1 })
  })

  test('without a gold pair are not judged', async () => {
    const labels = write('one.jsonl', [gold('b0', 'r0')])
    expect(await linkage(bedbank, register, labels)).toMatchObject({ links: 3, linked: 1, wrongLinks: 0 })
  })
})

test('a review counts for its best product', async () => {
  // Two codes of one supplier stay two products, so the match is ambiguous.
  const twice = write('twice.jsonl', [
    row('bedbank', 0),
    row('bedbank', 0, { sourceId: 'again', rooms: 40 }),
    row('bedbank', 1),
  ])
  const labels = write('twice-gold.jsonl', [gold('b0', 'r0'), gold('again', 'r0'), gold('b1', 'r1'), gold('b1', 'r0')])
  expect(await linkage(twice, register, labels)).toMatchObject({
    goldPairs: 4,
    linked: 1,
    linkedRecall: 0.25,
    reviewRecall: 0.5,
    wrongLinks: 0,
    links: 1,
    reviews: 1,
    none: 2,
  })
})

test('codes of b decide nothing, in a feed of the same source neither', async () => {
  // A second version of the feed, in which every hotel has the code of another hotel.
  const later = write(
    'later.jsonl',
    [0, 1, 2, 3].map((at) => row('bedbank', at, { sourceId: `b${3 - at}` })),
  )
  const labels = write(
    'later-gold.jsonl',
    [0, 1, 2, 3].map((at) => ({ a: ['bedbank', `b${at}`], b: ['bedbank', `b${3 - at}`] })),
  )
  expect(await linkage(bedbank, later, labels)).toMatchObject({ goldPairs: 4, linked: 4, links: 4, wrongLinks: 0 })
})

test('nor do they find a candidate by a key', async () => {
  const nothingElse = write(
    'codes-only.jsonl',
    [0, 1].map((at) => ({ source: 'bedbank', sourceId: `b${at}`, name: `Hotel ${NAMES[at]}` })),
  )
  const labels = write('codes-only-gold.jsonl', [{ a: ['bedbank', 'b0'], b: ['bedbank', 'b0'] }])
  expect(await linkage(nothingElse, nothingElse, labels)).toMatchObject({
    goldPairs: 1,
    blockingRecall: 0,
    candidatesPerInput: 0,
    // Blocking finds the record by its identical name, and the decision is `review`.
    linked: 0,
    none: 0,
  })
})

test('of a code that b has twice the later record counts', async () => {
  const b = write('again-b.jsonl', [row('register', 1), row('register', 0, { sourceId: 'r1' })])
  const labels = write('again-b-gold.jsonl', [gold('b0', 'r1')])
  const { found, err } = await evaluation(['--a', bedbank, '--b', b, '--gold', labels])
  expect(found).toMatchObject({ inputs: 1, linked: 1 })
  expect(err).toContain('1 records of b repeat a code')
})

describe('hiding', () => {
  test('what blocking and matching live on loses the pairs', async () => {
    const found = await linkage(bedbank, register, pairs, '--hide', 'phone,lat,city,postcode,country')
    expect(found).toMatchObject({ goldPairs: 3, linked: 0, blockingRecall: 0, candidatesPerInput: 0, none: 1 })
  })

  test('in the source of one file is enough to lose them', async () => {
    const found = await linkage(bedbank, register, pairs, '--hide-in', 'register:phone,lat,city,postcode,country')
    expect(found).toMatchObject({ linked: 0, blockingRecall: 0 })
  })
})

test('conditions hold for both files, or for the source of one', async () => {
  const all = await linkage(bedbank, register, pairs, '--where', 'name=Hotel Astoria')
  expect(all).toMatchObject({ records: 1, inputs: 1, goldPairs: 1, missing: 2, linked: 1 })
  const one = await linkage(bedbank, register, pairs, '--where', 'register:name=Hotel Astoria')
  expect(one).toMatchObject({ records: 4, inputs: 1, goldPairs: 1, missing: 2, linked: 1 })
})

test('lines that cannot be read are told', async () => {
  const broken = write('broken.jsonl', ['{ broken', row('register', 0)])
  const { found, err } = await evaluation(['--a', bedbank, '--b', broken, '--gold', pairs])
  expect(found).toMatchObject({ inputs: 1, goldPairs: 1, missing: 2 })
  expect(err).toContain('1 lines of the feeds cannot be read')
})

test('fractions of nothing are null', async () => {
  const nothing = write('nothing.jsonl', [])
  expect(await linkage(bedbank, register, nothing)).toMatchObject({
    goldPairs: 0,
    blockingRecall: null,
    linkedRecall: null,
    reviewRecall: null,
    precisionAgainstGold: null,
    links: 3,
  })
  expect(await linkage(bedbank, nothing, nothing)).toMatchObject({ inputs: 0, candidatesPerInput: null })
})

test('is shown as a table without --json', async () => {
  const { out } = await runCli(['evaluate', 'linkage', '--a', bedbank, '--b', register, '--gold', pairs])
  expect(out).toMatch(/^ {2}recall of links +1\.0000$/m)
  expect(out).toMatch(/^ {2}candidates of each +0\.75$/m)
})

describe('what is wrong is said in one sentence', () => {
  test.each([
    [['--hide', 'phonne'], 2, 'There is no field "phonne" to hide'],
    [['--hide', 'rooms,name'], 2, '"name" cannot be hidden'],
    [['--hide-in', 'nobody:phone'], 2, 'has the source "nobody"; the sources of the feeds are bedbank, register.'],
    [['--where', 'city'], 2, '"city" is not a condition'],
    [['--model', 'no-model.json'], 4, 'The model no-model.json cannot be read'],
    [['--b', 'no-feed.jsonl'], 4, 'There is no file no-feed.jsonl'],
    [['--gold', '-'], 2, 'evaluate linkage reads some files twice'],
  ])('%j', async (args, exitCode, sentence) => {
    const files = ['--a', bedbank, '--b', register, '--gold', pairs]
    const answer = await runCli(['evaluate', 'linkage', ...files, ...args])
    expect(answer.code).toBe(exitCode)
    expect(answer.err).toContain(sentence)
    expect(answer.err.trim().split('\n')).toHaveLength(1)
    expect(answer.out).toBe('')
  })

  test('a missing option', async () => {
    const { code, err } = await runCli(['evaluate', 'linkage', '--a', bedbank, '--b', register])
    expect(code).toBe(2)
    expect(err).toContain('--gold')
  })
})
