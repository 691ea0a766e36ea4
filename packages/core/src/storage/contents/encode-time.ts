/** The prefix of a time that is stored unchanged. */
const UNCHANGED_PREFIX = '='

/** Encodes a time as milliseconds since 1970 in base 36. Unusual notations stay unchanged, with a prefix. */
export function encodeTime(time: string): string {
  if (time !== lastTime.time) lastTime = { time, stored: shortened(time) }
  return lastTime.stored
}

/** A cache of one entry: rows that are written or read together mostly have the same time. */
let lastTime = { time: '', stored: UNCHANGED_PREFIX }

function shortened(time: string): string {
  const milliseconds = Date.parse(time)
  const isUsual = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === time
  return isUsual ? milliseconds.toString(36) : UNCHANGED_PREFIX + time
}

/** Decodes the result of {@link encodeTime}. */
export function decodeTime(stored: string): string {
  if (stored === lastTime.stored) return lastTime.time
  if (stored.startsWith(UNCHANGED_PREFIX)) return stored.slice(UNCHANGED_PREFIX.length)
  lastTime = { time: new Date(Number.parseInt(stored, 36)).toISOString(), stored }
  return lastTime.time
}
