/** Begins a time that is stored as it was given. */
const AS_GIVEN = '='

/** A time in a few characters: milliseconds since 1970 to the base of 36, unless it is written in another way than usual. */
export function storedTime(time: string): string {
  if (time !== last.time) last = { time, stored: shortened(time) }
  return last.stored
}

/** Rows that come together mostly say the same time, whether they are written or read. */
let last = { time: '', stored: AS_GIVEN }

function shortened(time: string): string {
  const milliseconds = Date.parse(time)
  const isUsual = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === time
  return isUsual ? milliseconds.toString(36) : AS_GIVEN + time
}

/** The time that {@link storedTime} was given. */
export function spokenTime(stored: string): string {
  if (stored === last.stored) return last.time
  if (stored.startsWith(AS_GIVEN)) return stored.slice(AS_GIVEN.length)
  last = { time: new Date(Number.parseInt(stored, 36)).toISOString(), stored }
  return last.time
}
