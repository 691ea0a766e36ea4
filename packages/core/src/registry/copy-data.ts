/**
 * A copy of plain data that shares nothing with it: what a caller does to an answer must not
 * reach the rows of a storage that lives in the process.
 */
export function copyData<T>(data: T): T {
  if (Array.isArray(data)) return data.map(copyData) as T
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copyData(value)])) as T
}
