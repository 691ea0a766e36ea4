const OWN = { writable: true, enumerable: true, configurable: true }

/**
 * A copy of plain data that shares nothing with it: what a caller does to an answer must not
 * reach the rows of a storage that lives in the process.
 */
export function copyData<T>(data: T): T {
  if (Array.isArray(data)) return data.map(copyData) as T
  if (typeof data !== 'object' || data === null) return data
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(data)) {
    const value = copyData((data as Record<string, unknown>)[key])
    // Assigning to this one key, which a supplier may send, would do something else.
    if (key === '__proto__') Object.defineProperty(copy, key, { value, ...OWN })
    else copy[key] = value
  }
  return copy as T
}
