/** Time limit for many rounds on a busy machine. */
export const ROUNDS_WITHIN_MS: number = 1_800_000
