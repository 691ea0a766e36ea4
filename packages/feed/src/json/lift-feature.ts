import { isPlainObject, setOwn } from './plain-object.ts'

/**
 * Returns the properties of a GeoJSON feature as a row, together with its geometry and its other members. Any other row
 * is returned unchanged.
 */
export function liftFeature(row: Record<string, unknown>): Record<string, unknown> {
  if (row.type !== 'Feature' || !isPlainObject(row.properties)) return row
  const lifted: Record<string, unknown> = {}
  for (const key of Object.keys(row.properties)) setOwn(lifted, key, row.properties[key])
  for (const key of Object.keys(row)) {
    if (key === 'type' || key === 'properties' || row[key] === null) continue
    setOwn(lifted, Object.hasOwn(lifted, key) ? `feature_${key}` : key, row[key])
  }
  return lifted
}
