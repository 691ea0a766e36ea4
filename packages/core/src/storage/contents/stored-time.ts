/** Prefix of a time that is stored unchanged. */
const AS_GIVEN = '='

/** Encodes a time as milliseconds since 1970 in base 36; unusual notations stay unchanged, with a prefix. */
export function storedTime(time: string): string {
  if (time !== last.time) last = { time, stored: shortened(time) }
  return last.stored
}

/** Cache of one entry: rows written or read together mostly have the same time. */
let last = { time: '', stored: AS_GIVEN }

function shortened(time: string): string {
  const milliseconds = Date.parse(time)
  const isUsual = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === time
  return isUsual ? milliseconds.toString(36) : AS_GIVEN + time
}

/** Decodes the result of {@link storedTime}. */
export function spokenTime(stored: string): string {
  if (stored === last.stored) return last.time
  if (stored.startsWith(AS_GIVEN)) return stored.slice(AS_GIVEN.length)
  last = { time: new Date(Number.parseInt(stored, 36)).toISOString(), stored }
  return last.time
}
