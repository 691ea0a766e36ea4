import type fc from 'fast-check'

const USUAL_SEED = 20_261_121
/** CI reports the first counterexample: to shrink one of hundreds of records takes longer than all other tests. */
const IS_CI = process.env.CI === 'true'
const MAX_SEED = 2 ** 31

/**
 * The seed of all properties. The same code gives the same answer every time, so that a failure belongs to the change
 * that it was seen with. `UTPID_SEED` (a whole number or `random`) looks at other cases; fast-check prints the seed with
 * what it found.
 */
export const PROPERTY_SEED: number = seedOf(process.env.UTPID_SEED)

/** Multiplies every count of runs and rounds: `UTPID_TEST_SCALE`, 1 by default. */
const SCALE = scaleOf(process.env.UTPID_TEST_SCALE)

/** How often to repeat something that `count` times are usual for, and `min` times at least. */
export function times(count: number, min = 1): number {
  return Math.max(min, Math.round(count * SCALE))
}

/**
 * Parameters of a property that is usually run `count` times.
 *
 * @param part - Of a property that is run in parts, 1 and up: each part tries other cases.
 */
export function runs(count: number, part = 0): Pick<fc.Parameters<unknown>, 'numRuns' | 'seed' | 'endOnFailure'> {
  return { numRuns: times(count), seed: part === 0 ? PROPERTY_SEED : mixed(part), endOnFailure: IS_CI }
}

/** Seeds of a random test that is usually repeated `count` times. They follow from {@link PROPERTY_SEED}. */
export function seeds(count: number): readonly number[] {
  return Array.from({ length: times(count) }, (_, at) => mixed(at + 1))
}

/** Neighbouring seeds, such as those of two days, have no numbers in common. */
function mixed(number: number): number {
  return (Math.imul(PROPERTY_SEED, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b)) >>> 1
}

function seedOf(text: string | undefined): number {
  if (text === undefined || text === '') return USUAL_SEED
  if (text === 'random') return Math.floor(Math.random() * MAX_SEED)
  const seed = Number(text)
  if (!Number.isInteger(seed)) throw new Error(`UTPID_SEED must be a whole number or "random", not "${text}".`)
  return seed
}

function scaleOf(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  const scale = Number(text)
  if (!(scale > 0)) throw new Error(`UTPID_TEST_SCALE must be a number above 0, not "${text}".`)
  return scale
}
