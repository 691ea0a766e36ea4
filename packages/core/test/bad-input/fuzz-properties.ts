import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Registry, Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { PROPERTY_SEED, runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { LIMITS } from '../../src/model/limits.ts'
import { RegistryError } from '../../src/model/registry-error.ts'
import { REJECTION_CODES, REPAIR_CODES } from '../../src/model/repair.ts'
import type { ImportOutcome } from '../../src/registry/write/import-records.ts'
import { openRegistry } from '../support/open-registry.ts'
import { type HostileRecipe, hostileRecipe, makeHostile } from './hostile-records.ts'
import { CHANGING_VALUES, HOSTILE_VALUES } from './hostile-values.ts'

const RECORDS_AT_A_TIME = 40
/** The number of good records in each import. */
const GOOD_RECORDS = 3
const RECORDS_ON_DISK_AT_A_TIME = 500
const GOOD = { supplier: 'good', name: 'Goodwell', location: { city: 'Wien', coordinates: [48.2, 16.37] } } as const

/**
 * Every record is accepted, repaired or rejected with a reason. Accepted records can be exported, and importing them
 * again changes nothing. Good records next to hostile ones stay unchanged, and every query returns.
 *
 * @param part - Part of a run; each part tests other records.
 */
export async function hostileRecordsHarmNothing(records: number, part: number): Promise<void> {
  const globals = globalState()
  const unhandled: unknown[] = []
  const note = (reason: unknown): number => unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    const property = fc.asyncProperty(
      fc.array(hostileRecipe, { minLength: 1, maxLength: RECORDS_AT_A_TIME, size: 'max' }),
      // True for one in eight, since importing records individually is slower.
      fc.integer({ min: 0, max: 7 }).map((one) => one === 7),
      async (recipes, singly) => {
        await oneRegistry(recipes, singly)
        expect(globalState()).toEqual(globals)
      },
    )
    await fc.assert(property, runs((2 * records) / RECORDS_AT_A_TIME, part))
    // Waits one turn: unhandled rejections are reported after the microtasks of this turn.
    await new Promise(setImmediate)
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
}

/**
 * Tests that accepted hostile records are the same on disk as in memory. After the folder is reopened, every record is
 * equal byte for byte.
 */
export async function hostileRecordsSurviveReopening(records: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-fuzz-'))
  try {
    const before = await importHostile(folder, records)
    const storage = await openDurableStorage(folder)
    const { registry } = await openRegistry({ storage, gazetteer: loadGazetteer() })
    expect(await hashesOf(storage)).toEqual(before)
    await registry.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importHostile(folder: string, records: number): Promise<readonly string[]> {
  const storage = await openDurableStorage(folder)
  const { registry } = await openRegistry({ storage, gazetteer: loadGazetteer() })
  // A broken code may equal the code of an earlier record.
  const accepted = new Set<string>()
  for (let from = 0; from < records; from += RECORDS_ON_DISK_AT_A_TIME) {
    const numRuns = Math.min(RECORDS_ON_DISK_AT_A_TIME, records - from)
    const recipes = fc.sample(hostileRecipe, { numRuns, seed: PROPERTY_SEED + from })
    const hostile = recipes.map((recipe, at) => makeHostile(recipe, apart(recipe, from + at)))
    await registry.import(hostile, {
      onOutcome: (each) => {
        if (each.outcome !== 'rejected') accepted.add(JSON.stringify([each.supplier, each.code]))
      },
    })
  }
  expect(accepted.size).toBeGreaterThan(records / 2)
  const hashes = await hashesOf(storage)
  expect(hashes.length).toBe(accepted.size)
  await registry.close()
  return hashes
}

/**
 * Makes code, contact data and coordinates of a record unique. Otherwise a hundred thousand records would share a few
 * phones and locations, and the run would test only the clustering of one large component.
 */
function apart({ content }: HostileRecipe, at: number): object {
  const { location } = content as { location?: { coordinates?: unknown } }
  const coordinates = [(at % 2_000) * 0.05 - 50, Math.floor(at / 2_000) * 0.05]
  return {
    supplier: 'hostile',
    code: `H${at}`,
    phone: `+33 ${100_000_000 + at}`,
    website: `h${at}.example`,
    licence: `L-${at}`,
    identifiers: [{ scheme: 'own', value: String(at) }],
    ...(location?.coordinates === undefined ? {} : { location: { ...location, coordinates } }),
  }
}

/** Returns one text for each record, with its link and features, ordered by id. */
async function hashesOf({ ledger }: Storage): Promise<string[]> {
  const hashes: string[] = []
  for (let page = await ledger.scanRecords(-1, LIMITS.rowsPerPage); page.length > 0; ) {
    for (const { row, link } of page) {
      const { features, ...rest } = row
      const content = JSON.stringify([rest, link, Buffer.from(features).toString('base64')])
      hashes.push(createHash('sha256').update(content).digest('base64'))
    }
    page = await ledger.scanRecords(page.at(-1)?.row.id as number, LIMITS.rowsPerPage)
  }
  return hashes
}

async function oneRegistry(recipes: readonly HostileRecipe[], singly: boolean): Promise<void> {
  const { registry } = await openRegistry({ gazetteer: loadGazetteer() })
  const hostile = recipes.map((recipe, at) => makeHostile(recipe, { supplier: 'hostile', code: `H${at}` }))
  const good = Array.from({ length: GOOD_RECORDS }, (_, at) => ({ ...GOOD, code: `G${at}` }))
  // Good records before, between and after the hostile ones.
  const records = [good[0], ...hostile.slice(0, 1), good[1], ...hostile.slice(1), good[2]]
  const outcomes: ImportOutcome[] = []
  if (singly) for (const record of records) outcomes.push(await registry.upsert(record))
  else {
    const { read } = await registry.import(records, { onOutcome: (outcome) => outcomes.push(outcome) })
    expect(read).toBe(records.length)
  }
  expect(outcomes.length).toBe(records.length)
  for (const outcome of outcomes) expectWellFormed(outcome)
  await expectGoodOnes(registry)
  await expectExportable(registry, outcomes)
  if (!recipes.some(changes)) await expectUnchanged(registry, hostile, outcomes)
  await expectAnswers(registry, hostile)
  await expectSearches(registry, hostile)
  await expectGoodOnes(registry)
}

/** Returns the state of prototypes and of the global object, which shows pollution. */
function globalState(): unknown {
  const owners = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype, globalThis]
  return owners.map((owner) => Reflect.ownKeys(owner).map(String).sort())
}

function changes({ breaks, instead }: HostileRecipe): boolean {
  const names = breaks.flatMap(({ put }) => ('hostile' in put ? [put.hostile] : []))
  return [...names, instead ?? ''].some((name) => CHANGING_VALUES.has(name))
}

/** Fails unless an outcome and its reasons are valid plain JSON data. */
function expectWellFormed(outcome: ImportOutcome): void {
  expectPlain(outcome)
  if (outcome.outcome === 'rejected') {
    expect(Object.keys(REJECTION_CODES)).toContain(outcome.rejection.code)
    expect(outcome.rejection.message).toMatch(/\.$/)
  }
  expect(outcome.repairs.length).toBeLessThanOrEqual(LIMITS.repairsPerRecord)
  for (const { code, field } of outcome.repairs) {
    expect(Object.keys(REPAIR_CODES)).toContain(code)
    expect(field.isWellFormed()).toBe(true)
  }
}

/** Fails unless JSON can represent a value without loss: no undefined, -0, date or half surrogate pair. */
function expectPlain(value: unknown): void {
  const text = JSON.stringify(value)
  const read: unknown = JSON.parse(text)
  // Compares without `toStrictEqual`, since comparisons take most of the time. `toStrictEqual` runs only to get the
  // message of a failure.
  if (!isDeepStrictEqual(read, value)) expect(read).toStrictEqual(value)
  // Finds a half surrogate pair, which JSON escapes.
  expect(/\\ud[89a-f]/.test(text.replaceAll('\\\\', ''))).toBe(false)
}

async function expectGoodOnes(registry: Registry): Promise<void> {
  for (let at = 0; at < GOOD_RECORDS; at++) {
    const code = `G${at}`
    const located = await registry.locate({ supplier: GOOD.supplier, code })
    const product = await registry.get(located?.utpid ?? '')
    expect(product?.records.map(({ record }) => record)).toContainEqual({
      ...GOOD,
      location: { ...GOOD.location, country: 'AT' },
      code,
    })
  }
}

/** Fails unless accepted records survive JSON and a second import changes nothing. */
async function expectExportable(registry: Registry, outcomes: readonly ImportOutcome[]): Promise<void> {
  const exported: unknown[] = []
  for (const outcome of outcomes) {
    if (outcome.outcome === 'rejected' || outcome.utpid === undefined) continue
    const located = await registry.locate({ supplier: outcome.supplier, code: outcome.code })
    const product = await registry.get(located?.utpid ?? '')
    expectPlain(product)
    const own = product?.records.find(
      ({ record }) => record.supplier === outcome.supplier && record.code === outcome.code,
    )
    expect(own).toBeDefined()
    exported.push(JSON.parse(JSON.stringify(own?.record)))
  }
  const again: ImportOutcome[] = []
  await registry.import(exported, { onOutcome: (outcome) => again.push(outcome) })
  again.forEach((outcome, at) => {
    if (outcome.outcome !== 'unchanged' && outcome.outcome !== 'superseded') {
      expect({ outcome, sent: exported[at] }).toBe('unchanged')
    }
  })
}

async function expectUnchanged(
  registry: Registry,
  hostile: readonly unknown[],
  before: readonly ImportOutcome[],
): Promise<void> {
  const codes = before.flatMap((each) => (each.outcome === 'rejected' ? [] : [`${each.supplier} ${each.code}`]))
  // Skips records with the same code, since one overwrites the other.
  if (new Set(codes).size < codes.length) return
  const { created, linked, alerted, updated } = await registry.import(hostile)
  expect({ created, linked, alerted, updated }).toEqual({ created: 0, linked: 0, alerted: 0, updated: 0 })
}

async function expectAnswers(registry: Registry, hostile: readonly unknown[]): Promise<void> {
  const answers = await registry.mapBatch([...hostile, { ...GOOD, code: 'G0' }], {
    limit: LIMITS.matchesPerResult,
    minConfidence: 0,
    explain: true,
  })
  expect(answers.length).toBe(hostile.length + 1)
  for (const answer of answers) {
    expectPlain(answer)
    expect(answer.decision === null).toBe(answer.error !== undefined)
  }
  expect(answers.at(-1)).toMatchObject({ decision: 'match', method: 'supplier_code' })
  const [first] = hostile
  expect((await registry.match(first)).decision).toBe(answers[0]?.decision)
}

/** Fails if a search for a name is rejected, unless the name is too long or not a text. */
async function expectSearches(registry: Registry, hostile: readonly unknown[]): Promise<void> {
  for (const text of hostile.map(nameOf)) {
    try {
      const { products, total } = await registry.search(text as string, { limit: 3 })
      expect(total).toBeGreaterThanOrEqual(products.length)
    } catch (error) {
      expect(error).toBeInstanceOf(RegistryError)
      expect((error as RegistryError).code).toBe('validation_failed')
    }
  }
}

const SEARCH_FIELDS = [
  'type',
  'country',
  'verified',
  'supplier',
  'city',
  'destination',
  'near',
  'limit',
  'offset',
  'cursor',
] as const

/** Tests that a call with any option value returns a correct result or reports the option as invalid. */
export async function hostileOptionsAreRefused(): Promise<void> {
  const { registry } = await openRegistry({ gazetteer: loadGazetteer() })
  await registry.import([{ ...GOOD, code: 'G0' }])
  const values = { ...HOSTILE_VALUES, 'a list of nothing': () => [], 'a list with a hole': () => new Array(1) }
  const search = (options: object) => async (): Promise<void> => {
    const { products, total } = await registry.search('Goodwell', options)
    expect(total).toBeGreaterThanOrEqual(products.length)
  }
  for (const [name, value] of Object.entries(values)) {
    for (const field of SEARCH_FIELDS) await answersOrRefuses(`${field}: ${name}`, search({ [field]: value() }))
    const around = [
      { coordinates: value() },
      { coordinates: [value(), 1] },
      { coordinates: [1, 1], radiusMeters: value() },
    ]
    for (const near of around) await answersOrRefuses(`near: ${name}`, search({ near }))
    await answersOrRefuses(`type: [${name}]`, search({ type: [value()] }))
    for (const field of ['idempotencyKey', 'supplier']) {
      await answersOrRefuses(`${field}: ${name}`, () =>
        registry.upsert({ ...GOOD, code: 'G0' }, { [field]: value() as never }),
      )
    }
  }
}

async function answersOrRefuses(what: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    expect(error, what).toBeInstanceOf(RegistryError)
    expect(['validation_failed', 'offset_too_large', 'invalid_cursor'], what).toContain((error as RegistryError).code)
  }
}

function nameOf(record: unknown): unknown {
  try {
    const { name } = record as { name?: unknown }
    return typeof name === 'string' ? name.slice(0, LIMITS.searchTextCharacters) : name
  } catch {
    return record
  }
}
