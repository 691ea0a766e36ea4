import type { ChangeNumber, RecordId } from '../../storage/rows.ts'

/** How far the records of a generation are put. */
export interface ScanProgress {
  /** Changes after this one are still to be taken in. */
  readonly at: ChangeNumber
  /** The last record that was put; `end` when all of them were. */
  readonly after: RecordId | 'end'
  /** How many were put. */
  readonly records: number
}

export function progressText({ at, after, records }: ScanProgress): string {
  return JSON.stringify({ at, after, records })
}

/** Undefined for what another version of utpid may have written, which cannot be gone on with. */
export function parseProgress(text: string | undefined): ScanProgress | undefined {
  if (text === undefined) return undefined
  try {
    const { at, after, records } = JSON.parse(text) as ScanProgress
    const isFit = Number.isSafeInteger(at) && (after === 'end' || Number.isSafeInteger(after))
    return isFit && Number.isSafeInteger(records) ? { at, after, records } : undefined
  } catch {
    return undefined
  }
}
