import { type UnusedPart, unusedPartsText } from '@utpid/core/copy'
import type { Output } from '../io/output.ts'

/**
 * Writes a notice if a storage has parts of a schema that the command does not use.
 *
 * @returns Whether there are such parts.
 */
export async function noteUnusedParts(parts: readonly UnusedPart[], notes: Output): Promise<boolean> {
  const text = unusedPartsText(parts)
  if (text === undefined) return false
  await notes.line(
    `utpid: ${text} Name it with --schema or UTPID_SCHEMA. Reading works without it; matching and importing do not until "utpid rescore" removes what the registry derived from these parts.`,
  )
  return true
}
