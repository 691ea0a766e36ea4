import { CURRENT_RULES, extractFeatures, lookupKeys, type RecordFeatures, recordKeys } from '@utpid/core/scoring'
import { describe, expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { temporaryFiles } from '../../support/temporary-files.ts'

const write = temporaryFiles()

/** Hotel names without common words. The hotels are a kilometre apart. */
const NAMES = ['Astoria', 'Bristol', 'Carlton', 'Dunant', 'Elysium', 'Falkenhof', 'Gambetta', 'Hesperia']

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

const bedbank = write('bedbank.jsonl', [
  ...[0, 1, 2, 3].map((at) => row('bedbank', at)),
  row('bedbank', 4, { city: 'Graz' }),
])
const register = write(
  'register.jsonl',
  [0, 1, 2, 3, 5].map((at) => row('register', at)),
)

function pair(a: number, b: number, set = 'wien'): unknown {
  return { set, a: ['bedbank', `b${a}`, ''], b: ['register', `r${b}`, ''] }
}
const positives = write('positives.jsonl', [pair(0, 0), pair(1, 1), pair(2, 2), pair(3, 3, 'other'), pair(4, 7)])
const negatives = write('negatives.jsonl', [pair(0, 1), pair(1, 2), pair(0, 7)])

const FILES = ['--feeds', bedbank, register, '--positives', positives, '--negatives', negatives]

async function evaluation(...more: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runCli(['evaluate', 'registry', ...FILES, ...more, '--json'])
  expect(code, err).toBe(0)
  return JSON.parse(out) as Record<string, unknown>
}

test('feeds are imported and judged by their labels', async () => {
  expect(await evaluation()).toEqual({
    records: 10,
    products: 6,
    positives: 4,
    outside: 2,
    sameUtpid: 1,
    sameUtpidOrAlert: 1,
    blockingRecall: 1,
    clusterPrecision: 1,
    clusterRecall: 1,
    clusterF1: 1,
    negatives: 2,
    wronglyJoined: 0,
    alertsPer1000Records: 0,
    labelledAlertPrecision: null,
    seconds: expect.any(Number),
  })
})

test('labels of other sets than --set do not count', async () => {
  expect(await evaluation('--set', 'WIEN')).toMatchObject({ positives: 3, outside: 2 })
})

test('a wrong join counts as one', async () => {
  // The pair that is labelled different shows one hotel at two suppliers.
  const swapped = ['--feeds', bedbank, register, '--positives', negatives, '--negatives', positives]
  const { out } = await runCli(['evaluate', 'registry', ...swapped, '--json'])
  expect(JSON.parse(out)).toMatchObject({ positives: 2, sameUtpid: 0, negatives: 4, wronglyJoined: 1 })
  // Two of the four labelled records wrongly share a product, and no record is with its partner.
  expect(JSON.parse(out)).toMatchObject({ clusterPrecision: 0.75, clusterRecall: 0.5, clusterF1: 0.6 })
})

describe('alerts', () => {
  // Two codes of one supplier stay two products, so one of the products has an alert.
  const twice = write('twice.jsonl', [row('bedbank', 0), row('bedbank', 0, { sourceId: 'again' }), row('register', 0)])
  const ends = (code: string): unknown[] => [
    { a: ['bedbank', code, ''], b: ['register', 'r0', ''] },
    { a: ['register', 'r0', ''], b: ['bedbank', code, ''] },
  ]
  const either = write('either.jsonl', [...ends('b0'), ...ends('again')])
  const neither = write('neither.jsonl', [])

  test('of a positive pair count for it, whichever end comes first', async () => {
    const { out } = await runCli([
      ...['evaluate', 'registry', '--feeds', twice, '--positives', either, '--negatives', neither, '--json'],
    ])
    expect(JSON.parse(out)).toMatchObject({
      products: 2,
      positives: 4,
      sameUtpid: 0.5,
      sameUtpidOrAlert: 1,
      alertsPer1000Records: 333.33,
      labelledAlertPrecision: 1,
    })
  })

  test('of a negative pair count against their precision', async () => {
    const { out } = await runCli([
      ...['evaluate', 'registry', '--feeds', twice, '--positives', neither, '--negatives', either, '--json'],
    ])
    expect(JSON.parse(out)).toMatchObject({ negatives: 4, wronglyJoined: 0.5, labelledAlertPrecision: 0 })
  })
})

test('blocking has found a pair when either end finds the other', async () => {
  const [a, b] = oneWayNeighbours()
  const feed = write(
    'neighbours.jsonl',
    [a, b].map(({ source, sourceId, name, category, lat, lon }) => ({ source, sourceId, name, category, lat, lon })),
  )
  const label = { a: [a.source, a.sourceId, ''], b: [b.source, b.sourceId, ''] }
  for (const pairs of [[label], [{ a: label.b, b: label.a }]]) {
    const files = ['--feeds', feed, '--positives', write('neighbours-labels.jsonl', pairs), '--negatives', negatives]
    const { out } = await runCli(['evaluate', 'registry', ...files, '--json'])
    expect(JSON.parse(out)).toMatchObject({ positives: 1, blockingRecall: 1 })
  }
})

/** Returns two records of which only one looks up the map cell of the other. */
function oneWayNeighbours(): [Neighbour, Neighbour] {
  const at = (number: number, lat: number): Neighbour => ({
    source: number === 0 ? 'bedbank' : 'register',
    sourceId: `n${number}`,
    name: `Hotel ${NAMES[number]}`,
    category: 'hotel',
    lat,
    lon: 16.37,
  })
  for (let step = 0; step < 100; step++) {
    const [a, b] = [at(0, 48.2), at(1, 48.2 + step / 10_000)]
    if (finds(a, b) !== finds(b, a)) return [a, b]
  }
  throw new Error('no two points of which only one asks for the cell of the other')
}

interface Neighbour {
  readonly source: string
  readonly sourceId: string
  readonly name: string
  readonly category: string
  readonly lat: number
  readonly lon: number
}

function finds(one: Neighbour, other: Neighbour): boolean {
  const features = ({ name, category, lat, lon }: Neighbour): RecordFeatures =>
    extractFeatures({ name, category, location: { coordinates: [lat, lon] } })
  const stored = recordKeys(features(other), CURRENT_RULES)
  return lookupKeys(features(one), CURRENT_RULES).some(({ key }) => stored.includes(key))
}

describe('hiding', () => {
  test('what blocking and matching live on loses the pairs', async () => {
    const found = await evaluation('--hide', 'phone,coordinates,city,postcode,country')
    expect(found).toMatchObject({ records: 10, sameUtpid: 0, blockingRecall: 0 })
  })

  test('in one source leaves the others as they are', async () => {
    const everywhere = await evaluation('--hide', 'phone,coordinates,city,postcode,country')
    const inOne = await evaluation(
      '--hide-in',
      'bedbank:phone,coordinates,city,country',
      '--hide-in',
      'bedbank:postcode',
    )
    expect(inOne).toMatchObject({ records: 10, blockingRecall: 0 })
    expect(inOne.products).toBe(everywhere.products)
    expect(await evaluation('--hide-in', 'bedbank:coordinates')).toMatchObject({ blockingRecall: 1 })
  })
})

describe('conditions', () => {
  test('for all feeds', async () => {
    expect(await evaluation('--where', 'city=WIEN')).toMatchObject({ records: 9, outside: 2 })
  })

  test('for one source leave the rows of the others', async () => {
    expect(await evaluation('--where', 'bedbank:city=Graz')).toMatchObject({ records: 6, positives: 0, outside: 8 })
    expect(await evaluation('--where', 'bedbank:city!=Graz')).toMatchObject({ records: 9 })
  })

  test('for all and for one source must both hold', async () => {
    expect(await evaluation('--where', 'city=Wien', '--where', 'bedbank:phone!=+43 1 555 1210')).toMatchObject({
      records: 8,
    })
  })

  test('for one source also in a file of several', async () => {
    const mixed = write('mixed.jsonl', [row('bedbank', 0), row('register', 0), row('bedbank', 1), row('register', 1)])
    const files = ['--feeds', mixed, '--positives', positives, '--negatives', negatives]
    const where = ['--where', 'bedbank:name=Hotel Bristol']
    const { out } = await runCli(['evaluate', 'registry', ...files, ...where, '--json'])
    expect(JSON.parse(out)).toMatchObject({ records: 3, positives: 1 })
  })
})

test('what came out otherwise than its label is listed with the reasons', async () => {
  const found = await evaluation('--hide', 'phone,coordinates,city,postcode,country', '--list-misses', '2')
  const misses = found.misses as Record<string, { total: number; pairs: unknown[] }>
  expect(misses.unblocked?.total).toBe(4)
  expect(misses.unblocked?.pairs).toHaveLength(2)
  expect(misses.unblocked?.pairs[0]).toMatchObject({
    a: { supplier: 'bedbank', utpid: expect.stringMatching(/^UTP-/) },
    b: { supplier: 'register' },
    because: expect.arrayContaining([expect.stringMatching(/^name=/)]),
  })
  expect(misses.wronglyJoined).toEqual({ total: 0, pairs: [] })
})

test('lines and records that cannot be used are counted and said', async () => {
  const broken = write('broken.jsonl', ['{ broken', row('bedbank', 0), row('bedbank', 1, { name: null })])
  const files = ['--feeds', broken, '--positives', positives, '--negatives', negatives]
  const { out, err } = await runCli(['evaluate', 'registry', ...files, '--json'])
  expect(JSON.parse(out)).toMatchObject({ records: 1, sameUtpid: null, wronglyJoined: null, blockingRecall: null })
  expect(err).toContain('1 lines of the feeds cannot be read')
  expect(err).toContain('1 of 2 records were rejected.')
})

test('is shown as a table without --json', async () => {
  const { out } = await runCli(['evaluate', 'registry', ...FILES])
  expect(out).toMatch(/^ {2}same UTPID +1\.0000$/m)
  expect(out).toMatch(/^open alerts per 1,000 records +0$/m)
})

describe('what is wrong is said in one sentence', () => {
  test.each([
    [['--hide', 'phonne'], 2, 'There is no field "phonne" to hide'],
    [['--hide-in', 'phone'], 2, 'write SOURCE:FIELDS'],
    [['--hide-in', 'nobody:phone'], 2, 'has the source "nobody"; the sources of the feeds are bedbank, register.'],
    [['--where', 'nobody:city=Wien'], 2, 'has the source "nobody"'],
    [['--where', 'city'], 2, '"city" is not a condition'],
    [['--model', 'no-model.json'], 4, 'The model no-model.json cannot be read'],
    [['--feeds', 'no-feed.jsonl'], 4, 'There is no file no-feed.jsonl'],
    [['--feeds', '-'], 2, 'evaluate registry reads some files twice'],
  ])('%j', async (args, exitCode, sentence) => {
    const answer = await runCli(['evaluate', 'registry', ...FILES, ...args])
    expect(answer.code).toBe(exitCode)
    expect(answer.err).toContain(sentence)
    expect(answer.err.trim().split('\n')).toHaveLength(1)
    expect(answer.out).toBe('')
  })

  test('a missing option', async () => {
    const { code, err } = await runCli(['evaluate', 'registry', '--feeds', bedbank])
    expect(code).toBe(2)
    expect(err).toContain('--positives')
  })
})
