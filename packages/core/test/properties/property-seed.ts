const USUAL_SEED = 20_261_121
const MOST_SEED = 2 ** 31

/**
 * The seed of all properties. The same code gives the same answer every time, so that a failure belongs to the change
 * that it was seen with; `UTPID_SEED=random` looks somewhere else, and fast-check prints the seed with what it found.
 */
export const PROPERTY_SEED: number = seedOf(process.env.UTPID_SEED)

function seedOf(text: string | undefined): number {
  if (text === undefined || text === '') return USUAL_SEED
  if (text === 'random') return Math.floor(Math.random() * MOST_SEED)
  const seed = Number(text)
  if (!Number.isInteger(seed)) throw new Error(`UTPID_SEED must be a whole number or "random", not "${text}".`)
  return seed
}
