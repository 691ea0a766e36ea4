const BROWSERS: readonly (readonly [sign: string, name: string])[] = [
  // Each browser also names those that it is compatible with, so the order matters.
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: readonly (readonly [sign: string, name: string])[] = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
]
const MAX_SHOWN = 60

/** Names the browser and the system of a User-Agent header, such as `Firefox on Linux`. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser'
  const nameIn = (table: typeof BROWSERS): string | undefined => table.find(([sign]) => userAgent.includes(sign))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return userAgent.slice(0, MAX_SHOWN)
  return system === undefined ? browser : `${browser} on ${system}`
}
