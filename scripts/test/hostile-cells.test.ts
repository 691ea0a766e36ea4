import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS } from '@utpid/core'
import { FIELD_ALIASES } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { few, longTest, seeds } from '@utpid/testing'
import { expect, test } from 'vitest'
import { type Attack, attackName, attackText } from '../patterns/attacks.ts'
import { cpuOf, DOCUMENTS, fittedExponent, type Row, readDocument } from '../patterns/feed-documents.ts'
import { cellAttacks, FIELD_KINDS, fieldNames } from '../patterns/hostile-cells.ts'

const FIELDS = [...FIELD_ALIASES.map(([target]) => target), 'name:fr', 'ref:iata', 'iata', 'from', 'to', 'subtypes']
const ATTACKS = cellAttacks()
/** Of this many attacks, the short run measures one. */
const PART = 4

test('the corpus contains attacks on the current patterns and on earlier patterns', () => {
  const names = ATTACKS.map(attackName)
  // A cell that an external test has used, and a cell that only the pattern of coordinates suggests.
  expect(names).toContain('"1" + " " ... + "x"')
  expect(names).toContain('"1 ," + "\\t" ... + "x"')
  expect(ATTACKS.length).toBeGreaterThan(300)
})

test('the time per character of a cell does not increase with its length, in any field', async () => {
  const [short, long] = [1_200, 12_000]
  const slow: string[] = []
  for (const attack of ATTACKS.filter((_, at) => at % PART < few(PART))) {
    const times = async (characters: number): Promise<number> =>
      await cpuOfDocument('ndjson', [inEach(FIELD_KINDS, attackText(attack, characters))])
    // With quadratic time, ten times the characters would take a hundred times as long. Fast short cells prove little.
    const isSlow = async (): Promise<boolean> =>
      (await times(long)) > 3 * (long / short) * Math.max(1, await times(short))
    if ((await isSlow()) && (await isSlow()) && (await isSlow())) slow.push(attackName(attack))
  }
  expect(slow).toEqual([])
})

// At scale 1, the attacks on each field name in each format would take minutes, so the seed selects some attacks.
const SOME_ATTACKS = seeds(300).map((seed) => ATTACKS[seed % ATTACKS.length] as Attack)
for (const name of Object.keys(DOCUMENTS)) {
  longTest(`every field takes linear time for attacks as ${name}`, async () => {
    const names = name === 'ndjson' || name === 'csv' ? fieldNames() : FIELDS
    const superlinear: string[] = []
    for (const attack of SOME_ATTACKS) {
      const exponent = await exponentOf(name, names, attack)
      if (exponent > 1.15) superlinear.push(`${attackName(attack)}: ${exponent.toFixed(2)}`)
    }
    expect(superlinear).toEqual([])
  })
}

longTest('matching takes at most 250 ms for every attack in every field, up to its limit', async () => {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  const slow: string[] = []
  for (const [at, attack] of ATTACKS.entries()) {
    const record = hostileRecord(attack)
    await registry.import([{ ...record, supplier: 'hostile', code: `H${at}` }])
    const taken = async (): Promise<number> => await cpuOf(() => registry.match(record))
    const least = Math.min(await taken(), await taken(), await taken())
    if (least > 250) slow.push(`${attackName(attack)}: ${least.toFixed(0)} ms`)
  }
  await registry.close()
  expect(slow).toEqual([])
})

function inEach(fields: readonly string[], text: string): Row {
  return Object.fromEntries(fields.map((field) => [field, text]))
}

async function cpuOfDocument(name: string, rows: Row[]): Promise<number> {
  const document = DOCUMENTS[name] as (typeof DOCUMENTS)[string]
  const bytes = document.of(rows)
  return await cpuOf(() => readDocument(bytes, document.format))
}

/** Returns the minimum of three measurements, since other load only increases the time. */
async function exponentOf(name: string, names: readonly string[], attack: Attack): Promise<number> {
  const sizes = [500, 2_000, 8_000]
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && least > 1.15; round++) {
    const points: (readonly [number, number])[] = []
    for (const size of sizes) points.push([size, await cpuOfCells(name, names, attackText(attack, size))])
    least = Math.min(least, fittedExponent(points))
  }
  return least
}

/**
 * Measures the cell in one row for each field. CSV needs one document for every few fields, since every row has all
 * columns.
 */
async function cpuOfCells(name: string, names: readonly string[], text: string): Promise<number> {
  if (name !== 'csv')
    return await cpuOfDocument(
      name,
      names.map((field) => ({ [field]: text })),
    )
  let sum = 0
  for (let from = 0; from < names.length; from += 10) {
    const columns = names.slice(from, from + 10)
    sum += await cpuOfDocument(name, [inEach(['name', ...columns], text)])
  }
  return sum
}

/** Returns a record for core in which each text has the maximum length of its field. */
function hostileRecord(attack: Attack): Record<string, unknown> {
  const name = attackText(attack, LIMITS.nameCharacters)
  const text = attackText(attack, LIMITS.textCharacters)
  const code = attackText(attack, LIMITS.codeCharacters)
  return {
    name: `Hotel ${name}`,
    altNames: Array.from({ length: LIMITS.altNamesPerRecord }, (_, at) => ({ name: `${at} ${name}` })),
    category: name,
    location: { address: text, city: name, region: name, country: name, postalCode: code, coordinates: code },
    phone: code,
    email: text,
    website: text,
    brand: name,
    operator: name,
    stars: code,
    rooms: code,
    licence: code,
    identifiers: Array.from({ length: LIMITS.identifiersPerRecord }, (_, at) => ({ scheme: `s${at}`, value: code })),
    activity: { languages: [name], meetingPoint: text },
    transfer: { from: { name, code }, to: { name, code }, vehicle: name },
    extra: { text },
  }
}
