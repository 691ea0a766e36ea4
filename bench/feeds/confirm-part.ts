import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Confirmation, Registry } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import type { GeneratedRecord } from '@utpid/generator'
import { runTaskWith } from '../harness/child-task.ts'
import { type Part, part, wholeNumber } from '../harness/part.ts'
import { below, count, type Figure } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { spread } from '../harness/statistics.ts'
import { withFolder } from '../harness/with-folder.ts'
import type { BenchRequest } from '../load/bench-request.ts'
import { failuresOf, sendAtRate } from '../load/send-at-rate.ts'
import { withServed } from '../load/served.ts'
import { CHANGES, type ConfirmCase, confirmCases, type TrueChange } from './confirm/confirm-cases.ts'
import { type ConfirmQuestion, confirmTask, type TimedAnswer } from './confirm-task.ts'
import { openRegistry, PAUSING } from './registries.ts'

const PRODUCTS = 50_000
const CASES = 5_000
const RATE = 100
const SECONDS = 30
/** At this rate, the compiler of the service has optimised the code after about 2,000 requests. */
const WARM_UP_SECONDS = 20

/** The setting that the guide recommends for steady times: new objects are collected less often. */
const FEW_COLLECTIONS = ['--max-semi-space-size=64']

type Fit = Confirmation['fits']

/** A case with the product of its code, as a caller would store it. */
interface Question extends ConfirmQuestion {
  readonly confirmed: ConfirmCase
}

type Answered = Question & TimedAnswer

/**
 * Confirms later versions of records: unchanged ones, codes that went to another hotel, renamed hotels, other
 * coordinates and respelt addresses. Then sends the same questions to a service.
 */
export const confirmPart: Part = part('confirm', async (context) => {
  const { seed, say } = context
  const products = wholeNumber(context, 'products', PRODUCTS)
  const each = wholeNumber(context, 'cases', CASES)
  const { imported, cases } = confirmCases(seed, products, each)
  say(
    `confirm: ${count(imported.length)} records of ${count(products)} products, ${count(each)} later versions of each kind`,
  )
  return await withFolder(async (folder) => {
    const place = join(folder, 'registry')
    const { questions, merged } = await importedQuestions(place, imported, cases, seed)
    const questionsFile = join(folder, 'questions.json')
    writeFileSync(questionsFile, JSON.stringify(questions.map(({ record, utpid }) => ({ record, utpid }))))
    const answers = runTaskWith(FEW_COLLECTIONS, confirmTask, place, questionsFile)
    const usual = runTaskWith([], confirmTask, place, questionsFile)
    const answered = questions.map((question, at): Answered => ({ ...question, ...(answers[at] as TimedAnswer) }))
    const rows = [
      ...changeRows(answered),
      ['merged', 'reused codes left out: the registry has both hotels as one', merged, 'count'] as Figure,
      ...timeRows(answers, usual),
      ...(await servedRows(place, folder, answered, say)),
    ]
    return { n: imported.length, rows: below('confirm', rows) }
  })
})

/** Imports the records and returns a question about each later version, in random order. */
async function importedQuestions(
  place: string,
  imported: readonly GeneratedRecord[],
  cases: readonly ConfirmCase[],
  seed: number,
): Promise<{ readonly questions: readonly Question[]; readonly merged: number }> {
  await using registry = await openRegistry(await openDurableStorage(place), PAUSING)
  await registry.import(imported.map((record) => toRecord({ ...record })))
  const questions: Question[] = []
  let merged = 0
  for (const confirmed of shuffled(cases, seededRandom(seed + 1))) {
    const utpid = await productOf(registry, confirmed.before)
    if (utpid === undefined) continue
    const others = await Promise.all((confirmed.others ?? []).map((other) => productOf(registry, other)))
    if (others.includes(utpid)) merged++
    else questions.push({ confirmed, utpid, record: toRecord({ ...confirmed.after }) })
  }
  return { questions, merged }
}

async function productOf(registry: Registry, { source, sourceId }: GeneratedRecord): Promise<string | undefined> {
  return (await registry.locate({ supplier: source, code: sourceId }))?.utpid ?? undefined
}

const LABELS: Readonly<Record<TrueChange, string>> = {
  unchanged: 'unchanged records',
  reuse: 'codes given to another hotel',
  rename: 'renamed hotels',
  move: 'other coordinates of the same hotel',
  respell: 'respelt addresses',
}

function changeRows(answered: readonly Answered[]): Figure[] {
  return CHANGES.flatMap((change): Figure[] => {
    const own = answered.filter(({ confirmed }) => confirmed.change === change)
    const label = `${LABELS[change]}, of ${count(own.length)}`
    const kinds = [...new Set(own.map(({ confirmed }) => confirmed.kind))].sort()
    const isReuse = change === 'reuse'
    const share = (all: readonly Answered[]): number | null =>
      isReuse ? shareOf(all, ['no', 'unsure']) : shareOf(all, ['no'])
    const slices = kinds.map((kind): Figure => {
      const some = own.filter(({ confirmed }) => confirmed.kind === kind)
      return [`${change}.${kind.replace(' ', '-')}`, `... ${kind}, of ${count(some.length)}`, share(some), 'fraction']
    })
    return [
      isReuse
        ? [change, `${label}: found (no or unsure)`, share(own), 'fraction', '>= 0.99']
        : [change, `${label}: answered no`, share(own), 'fraction', '<= 0.005'],
      ...(kinds.length > 1 ? slices : []),
      [
        `${change}.${isReuse ? 'no' : 'yes'}`,
        `... answered ${isReuse ? 'no' : 'yes'}`,
        shareOf(own, [isReuse ? 'no' : 'yes']),
        'fraction',
      ],
    ]
  })
}

function shareOf(answered: readonly Answered[], fits: readonly Fit[]): number | null {
  return answered.length === 0 ? null : answered.filter((each) => fits.includes(each.fits)).length / answered.length
}

function timeRows(answers: readonly TimedAnswer[], usual: readonly TimedAnswer[]): Figure[] {
  const { p50, p99, max } = spread(answers.map(({ ms }) => ms))
  return [
    ['p99', `one question in process with ${FEW_COLLECTIONS.join(' ')}, p99`, p99, 'ms', '<= 1'],
    ['p50', '... p50', p50, 'ms'],
    ['max', '... slowest', max, 'ms'],
    ['p99.usual', "one question in process with Node's own settings, p99", spread(usual.map(({ ms }) => ms)).p99, 'ms'],
  ]
}

/** Sends the questions to a service at a steady rate. */
async function servedRows(
  place: string,
  folder: string,
  answered: readonly Answered[],
  say: (sentence: string) => void,
): Promise<Figure[]> {
  const asksFile = join(folder, 'asks.json')
  const asks = answered.map(
    ({ record, utpid }): BenchRequest => ({
      method: 'POST',
      path: '/registry/confirm',
      body: JSON.stringify({ record, utpid }),
    }),
  )
  writeFileSync(asksFile, JSON.stringify({ confirm: asks }))
  return await withServed({ place, asksFile, logs: folder }, async (served) => {
    const load = { shares: { confirm: 1 }, rate: RATE, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS }
    const measured = await sendAtRate(served, load)
    say(`confirm: over HTTP${failuresOf(measured)}`)
    return [
      ['http.p99', `over HTTP at ${RATE} questions a second, p99`, measured.p99, 'ms', '<= 10'],
      ['http.p50', '... p50', measured.p50, 'ms'],
      ['http.failed', `... failed${failuresOf(measured)}`, measured.failed, 'count', '= 0'],
    ]
  })
}
