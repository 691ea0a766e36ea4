import type fc from 'fast-check'

/** The configuration of `npm run test:long` sets this variable. */
export const IS_LONG_RUN: boolean = process.env.UTPID_LONG_RUN === '1'
const SHORT_SHARE = 4
const USUAL_SEED = 20_261_121
/**
 * CI reports the first counterexample without shrinking: shrinking one case of hundreds of records takes longer than
 * all other tests.
 */
const IS_CI = process.env.CI === 'true'
const MAX_SEED = 2 ** 31

/**
 * The seed of all properties. It is fixed, so that a failure is due to the change under test. `UTPID_SEED` (a whole
 * number or `random`) tests other cases; fast-check prints the seed of a failure.
 */
export const PROPERTY_SEED: number = seedOf(process.env.UTPID_SEED)

/** The default factor of `npm test`, which must end within five minutes on two cores. The long run has all. */
const SHORT_SCALE = 0.7
/** Factor for all numbers of runs and rounds, from `UTPID_TEST_SCALE`. Default: 1, in `npm test` 0.7. */
const SCALE = scaleOf(process.env.UTPID_TEST_SCALE)

/** Scales a usual number of repetitions. The result is at least `min`. */
export function times(count: number, min = 1): number {
  return Math.max(min, Math.round(count * SCALE))
}

/**
 * Returns the parameters of a property that usually runs `count` times.
 *
 * @param part - Part number, from 1, of a property that runs in parts: each part tests other cases.
 */
export function runs(count: number, part = 0): Pick<fc.Parameters<unknown>, 'numRuns' | 'seed' | 'endOnFailure'> {
  return { numRuns: times(count), seed: part === 0 ? PROPERTY_SEED : mixed(part), endOnFailure: IS_CI }
}

/**
 * Returns a number of repetitions for a test that `npm test` and the long run both have: a quarter in `npm test`, all in
 * the long run. `vitest.config.ts` lists the files of such tests.
 *
 * @returns At least 1.
 */
export function few(count: number): number {
  return IS_LONG_RUN ? count : Math.ceil(count / SHORT_SHARE)
}

/** Returns the seeds of a random test that usually runs `count` times. The seeds follow from {@link PROPERTY_SEED}. */
export function seeds(count: number): readonly number[] {
  return Array.from({ length: times(count) }, (_, at) => mixed(at + 1))
}

/** Mixes a seed, so that neighbouring seeds, such as the seeds of two days, give different numbers. */
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
  if (text === undefined || text === '') return IS_LONG_RUN ? 1 : SHORT_SCALE
  const scale = Number(text)
  if (!(scale > 0)) throw new Error(`UTPID_TEST_SCALE must be a number above 0, not "${text}".`)
  return scale
}
