/** `UTPID_LONG_SCALE` multiplies the counts of long runs. */
export const LONG_SCALE: number = Number(process.env.UTPID_LONG_SCALE ?? 1)
