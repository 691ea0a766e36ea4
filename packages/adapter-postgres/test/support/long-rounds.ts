/** How often a long test repeats something: `UTPID_LONG_SCALE` shortens it, to three times at least. */
export function longRounds(whole: number): number {
  return Math.max(3, Math.round(whole * Number(process.env.UTPID_LONG_SCALE ?? 1)))
}
