const OWN_PROPERTY = { writable: true, enumerable: true, configurable: true }

/**
 * Returns a deep copy of plain data. So a caller who changes a result does not change the rows of an in-process
 * storage.
 */
export function copyData<T>(data: T): T {
  if (Array.isArray(data)) return data.map(copyData) as T
  if (typeof data !== 'object' || data === null) return data
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(data)) {
    const value = copyData((data as Record<string, unknown>)[key])
    // A supplier may send this key. A plain assignment to the key would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value, ...OWN_PROPERTY })
    else copy[key] = value
  }
  return copy as T
}
