/** The time limit for many rounds on a busy machine, in milliseconds. */
export const ROUNDS_WITHIN_MS: number = 1_800_000
