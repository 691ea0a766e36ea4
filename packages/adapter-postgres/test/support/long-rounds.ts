/** How often a long test repeats something: `UTPID_LONG_SCALE` shortens it, to three times at least. */
export function longRounds(whole: number): number {
  return Math.max(3, Math.round(whole * Number(process.env.UTPID_LONG_SCALE ?? 1)))
}

/** How long many rounds may take, on a machine that has other things to do. */
export const ROUNDS_WITHIN_MS: number = 1_800_000
