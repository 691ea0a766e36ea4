import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import type { Part, PartContext } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { seededRandom } from '../harness/seeded-random.ts'
import { copyRegistry, damageFolder, damageOf } from './damage.ts'
import type { OperationName, OperationResult } from './damage-once.ts'
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
export const damagePart: Part = {
  name: 'damage',
  needsData: false,
  run: async ({ seed, options, say }) => {
    const place = mkdtempSync(join(tmpdir(), 'utpid-faults-'))
    const worker = new DamageWorker()
    try {
      const sound = join(place, 'sound')
      await expectDone(worker, { step: 'make', folder: sound, out: '' })
      const asked = await askedOf(sound)
      const expected: IntactResults = new Map(
        await inTurn(STEPS, async (step) => [step, await soundResult(worker, place, sound, step, asked)] as const),
      )
      say(
        `damage: ${asked.codes.length} records; ${Object.keys((expected.get('ask') as { answers: Answers }).answers).length} queries`,
      )
      const faults =
        options.only === undefined ? numbersBelow(Number(options.faults ?? FAULTS)) : [Number(options.only)]
      return {
        n: asked.codes.length,
        rows: await runFaults({ place, sound, seed, say, worker, asked, expected, faults }),
      }
    } finally {
      await worker.end()
      rmSync(place, { recursive: true, force: true })
    }
  },
}

interface FaultRun extends Pick<PartContext, 'seed' | 'say'> {
  readonly place: string
  readonly sound: string
  readonly worker: DamageWorker
  readonly asked: RegistryQueries
  readonly expected: IntactResults
  readonly faults: readonly number[]
}

async function runFaults({ place, sound, seed, say, worker, asked, expected, faults }: FaultRun): Promise<Row[]> {
  const wrong: Failures = { whole: [], answered: [], unnamed: [] }
  let [ended, harmless] = [0, 0]
  for (const fault of faults) {
    let isHarmless = true
    let what = ''
    for (const step of STEPS) {
      const folder = join(place, `fault-${fault}`)
      mkdirSync(folder)
      copyRegistry(sound, folder)
      what = await damageFolder(folder, damageOf(fault), seededRandom(seed + fault))
      const outcome = await worker.do({ step, folder, out: join(place, 'out.jsonl'), asked })
      if ('ended' in outcome) ended++
      if (faults.length === 1) say(`damage: ${step}: ${shown(outcome)}`)
      if (!judge(wrong, `fault ${fault} (${what}), ${step}`, { step, folder, outcome, expected })) isHarmless = false
      rmSync(folder, { recursive: true, force: true })
    }
    if (isHarmless) harmless++
    if (faults.length === 1 || fault % 10 === 9)
      say(`damage: ${fault + 1} of ${(faults.at(-1) as number) + 1} faults; ${what}`)
  }
  for (const [kind, sentences] of Object.entries(wrong))
    for (const each of sentences as string[]) say(`${kind}: ${each}`)
  const of = `of ${faults.length} faults, with a snapshot of the index:`
  return [
    barRow(
      'faults.damage-whole',
      `${of} exported, backed up, shipped or replicated as whole`,
      wrong.whole.length,
      'copies',
      ['<=', 0],
    ),
    barRow(
      'faults.damage-answered',
      `${of} asked or imported into, and answered otherwise than the sound registry`,
      wrong.answered.length,
      'steps',
      ['<=', 0],
    ),
    barRow(
      'faults.damage-unnamed',
      `${of} ended without naming the folder and what to do`,
      wrong.unnamed.length,
      'steps',
      ['<=', 0],
    ),
    plainRow('faults.damage-ended', '... steps in which LMDB ended the process', ended, 'steps'),
    plainRow('faults.damage-harmless', '... faults after which everything is as before', harmless, 'faults'),
  ]
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

async function soundResult(
  worker: DamageWorker,
  place: string,
  sound: string,
  step: OperationName,
  asked: RegistryQueries,
): Promise<unknown> {
  const folder = join(place, 'copy')
  mkdirSync(folder)
  copyRegistry(sound, folder)
  const { result } = await expectDone(worker, { step, folder, out: join(place, 'out.jsonl'), asked })
  rmSync(folder, { recursive: true, force: true })
  return result
}

async function expectDone(worker: DamageWorker, step: Parameters<DamageWorker['do']>[0]): Promise<OperationResult> {
  const outcome = await worker.do(step)
  if ('ended' in outcome || outcome.code !== 0)
    throw new Error(`${step.step} of an intact folder: ${JSON.stringify(outcome)}`)
  return outcome
}

/** Returns queries: a sample of products, all codes, and records without their codes as inputs. */
async function askedOf(folder: string): Promise<RegistryQueries> {
  const registry = await createRegistry({ storage: await openDurableStorage(folder) })
  try {
    const all = await utpidsOf(registry)
    const records = feedRecords() as { readonly supplier: string; readonly code: string }[]
    return {
      utpids: all.filter((_, at) => at % Math.ceil(all.length / UTPIDS) === 0),
      codes: records.map(({ supplier, code }) => ({ supplier, code })),
      aliases: numbersBelow(ALIASES).map((at) => `former-${at}`),
      inputs: records
        .filter((_, at) => at % Math.ceil(records.length / INPUTS) === 0)
        .map(({ supplier: _, code: __, ...input }) => input),
    }
  } finally {
    await registry.close()
  }
}

async function inTurn<In, Out>(list: readonly In[], work: (each: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  for (const each of list) results.push(await work(each))
  return results
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}
