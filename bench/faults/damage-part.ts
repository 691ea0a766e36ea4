import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { withoutCode } from '../feeds/feed-rows.ts'
import { type PartContext, part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { seededRandom } from '../harness/seeded-random.ts'
import { withFolder } from '../harness/with-folder.ts'
import { copyRegistry, damageFolder, damageOf } from './damage.ts'
import type { OperationName, OperationResult } from './damage-operations.ts'
import { DamageWorker, type Outcome } from './damage-worker.ts'
import { feedRecords, utpidsOf } from './damaged-registry.ts'
import type { Answers, RegistryQueries } from './query-answers.ts'

const FAULTS = 200
const UTPIDS = 300
const INPUTS = 40
const ALIASES = 400
/** Maximum displayed characters of an outcome. */
const MAX_SHOWN = 600
const STEPS: readonly OperationName[] = ['ask', 'import', 'export', 'backup', 'snapshot', 'replica']
const COPIES: readonly OperationName[] = ['export', 'backup', 'snapshot', 'replica']
/** Remedies that a message may name. */
const REMEDIES = /restore|import the feeds|utpid check|delete registry\.json|Upgrade/i

/** The result of each operation on an intact folder. */
type IntactResults = ReadonlyMap<OperationName, unknown>

/** The failures found, as sentences. */
interface Failures {
  /** Copies that succeeded although the registry was damaged. */
  readonly whole: string[]
  /** Answers that differ from those of the intact registry. */
  readonly answered: string[]
  /** Operations that ended without a message that names the folder and the remedy. */
  readonly unnamed: string[]
}

/**
 * Damages a registry folder that has an index checkpoint, with a seed. Damage is swapped, lost or flipped pages and
 * rows, and truncated copies. Then queries each folder, imports into it, and copies it in every way, with the code of
 * the commands.
 *
 * Options: `--faults N`, the number of faults; `--only N`, a single fault, with its results.
 */
export const damagePart = part('damage', (context) =>
  withFolder(async (place) => {
    const worker = new DamageWorker()
    try {
      const sound = join(place, 'sound')
      await expectDone(worker, { step: 'make', folder: sound, out: '' })
      const asked = await askedOf(sound)
      const expected = new Map<OperationName, unknown>()
      for (const step of STEPS) {
        const { result } = await onCopy(place, sound, async (folder, out) =>
          expectDone(worker, { step, folder, out, asked }),
        )
        expected.set(step, result)
      }
      const queries = Object.keys((expected.get('ask') as { answers: Answers }).answers).length
      context.say(`damage: ${asked.codes.length} records; ${queries} queries`)
      const rows = await runFaults({ place, sound, worker, asked, expected }, context)
      return { n: asked.codes.length, rows: below('faults', rows) }
    } finally {
      await worker.end()
    }
  }),
)

interface FaultRun {
  readonly place: string
  readonly sound: string
  readonly worker: DamageWorker
  readonly asked: RegistryQueries
  readonly expected: IntactResults
}

async function runFaults(
  { place, sound, worker, asked, expected }: FaultRun,
  { seed, options, say }: PartContext,
): Promise<Figure[]> {
  const only = options.only === undefined ? undefined : Number(options.only)
  const faults = only === undefined ? numbersBelow(Number(options.faults ?? FAULTS)) : [only]
  const wrong: Failures = { whole: [], answered: [], unnamed: [] }
  let [ended, harmless] = [0, 0]
  for (const fault of faults) {
    let isHarmless = true
    let what = ''
    for (const step of STEPS) {
      await onCopy(place, sound, async (folder, out) => {
        what = await damageFolder(folder, damageOf(fault), seededRandom(seed + fault))
        const outcome = await worker.do({ step, folder, out, asked })
        if ('ended' in outcome) ended++
        if (only !== undefined) say(`damage: ${step}: ${shown(outcome)}`)
        if (!judge(wrong, `fault ${fault} (${what}), ${step}`, { step, folder, outcome, expected })) isHarmless = false
      })
    }
    if (isHarmless) harmless++
    if (only !== undefined || fault % 10 === 9)
      say(`damage: ${fault + 1} of ${(faults.at(-1) as number) + 1} faults; ${what}`)
  }
  for (const [kind, sentences] of Object.entries(wrong))
    for (const each of sentences as string[]) say(`${kind}: ${each}`)
  const of = `of ${faults.length} faults, with a snapshot of the index:`
  const answered = `${of} asked or imported into, and answered otherwise than the sound registry`
  const whole = `${of} exported, backed up, shipped or replicated as whole`
  const unnamed = `${of} ended without naming the folder and what to do`
  return [
    ['damage-whole', whole, wrong.whole.length, 'copies', '<= 0'],
    ['damage-answered', answered, wrong.answered.length, 'steps', '<= 0'],
    ['damage-unnamed', unnamed, wrong.unnamed.length, 'steps', '<= 0'],
    ['damage-ended', '... steps in which LMDB ended the process', ended, 'steps'],
    ['damage-harmless', '... faults after which everything is as before', harmless, 'faults'],
  ]
}

/** Calls a function with a copy of the registry and a file for output. */
async function onCopy<Result>(
  place: string,
  sound: string,
  work: (folder: string, out: string) => Promise<Result>,
): Promise<Result> {
  // Each copy has a path of its own, since a failed operation may leave its folder open.
  const folder = mkdtempSync(join(place, 'copy-'))
  copyRegistry(sound, folder)
  try {
    return await work(folder, join(place, 'out.jsonl'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns Whether every result equals that of the intact registry. */
function judge(
  wrong: Failures,
  what: string,
  {
    step,
    folder,
    outcome,
    expected,
  }: { step: OperationName; folder: string; outcome: Outcome; expected: IntactResults },
): boolean {
  if ('ended' in outcome) {
    if (!namesRemedy(outcome.said, folder))
      wrong.unnamed.push(`${what}: ended by ${outcome.ended}: ${outcome.said.slice(-300)}`)
    return false
  }
  if (outcome.code !== 0) {
    if (!namesRemedy(outcome.said, folder)) wrong.unnamed.push(`${what}: ${outcome.said}`)
    return false
  }
  const sound = expected.get(step)
  if (step === 'ask') return judgeAnswers(wrong, what, folder, outcome, sound as { answers: Answers })
  if (JSON.stringify(outcome.result) === JSON.stringify(sound)) return true
  const kind = COPIES.includes(step) ? wrong.whole : wrong.answered
  kind.push(`${what}: ${JSON.stringify(outcome.result)}, not ${JSON.stringify(sound)}`)
  return false
}

function judgeAnswers(
  wrong: Failures,
  what: string,
  folder: string,
  outcome: OperationResult,
  sound: { readonly answers: Answers },
): boolean {
  const { answers } = outcome.result as { readonly answers: Answers }
  const names = Object.keys(sound.answers).filter((name) => answers[name] !== sound.answers[name])
  const other = names.filter((name) => answers[name]?.startsWith('!storage_corrupt') !== true)
  const unnamed = names.filter((name) => !other.includes(name) && !namesRemedy(answers[name] ?? '', folder))
  if (other.length > 0)
    wrong.answered.push(`${what}: ${other.length} answers, first ${other[0]}: ${answers[other[0] as string]}`)
  if (unnamed.length > 0) wrong.unnamed.push(`${what}: ${unnamed[0]}: ${answers[unnamed[0] as string]}`)
  return names.length === 0
}

function shown(outcome: Outcome): string {
  const text = JSON.stringify(outcome)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} ...` : text
}

function namesRemedy(said: string, folder: string): boolean {
  return said.includes(folder) && REMEDIES.test(said)
}

async function expectDone(worker: DamageWorker, step: Parameters<DamageWorker['do']>[0]): Promise<OperationResult> {
  const outcome = await worker.do(step)
  if ('ended' in outcome || outcome.code !== 0)
    throw new Error(`${step.step} of an intact folder: ${JSON.stringify(outcome)}`)
  return outcome
}

/** Returns queries: a sample of products, all codes, and records without their codes as inputs. */
async function askedOf(folder: string): Promise<RegistryQueries> {
  await using registry = await createRegistry({ storage: await openDurableStorage(folder) })
  const all = await utpidsOf(registry)
  const records = feedRecords()
  return {
    utpids: sampled(all, UTPIDS),
    codes: records.map(({ supplier, code }) => ({ supplier: String(supplier), code: String(code) })),
    aliases: numbersBelow(ALIASES).map((at) => `former-${at}`),
    inputs: sampled(records, INPUTS).map(withoutCode),
  }
}

function sampled<Item>(items: readonly Item[], count: number): Item[] {
  return items.filter((_, at) => at % Math.ceil(items.length / count) === 0)
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}
