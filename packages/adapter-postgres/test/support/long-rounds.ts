/** How long many rounds may take, on a machine that has other things to do. */
export const ROUNDS_WITHIN_MS: number = 1_800_000
