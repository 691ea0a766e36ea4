import type { ChangeNumber, RecordId } from '../../storage/rows.ts'

/** Progress of adding records to a generation. */
export interface ScanProgress {
  /** All changes up to this one are applied. */
  readonly at: ChangeNumber
  /** The last record that was added; `end` after all records. */
  readonly after: RecordId | 'end'
  /** Number of records that were added. */
  readonly records: number
}

export function progressText({ at, after, records }: ScanProgress): string {
  return JSON.stringify({ at, after, records })
}

/**
 * Parses the progress. Returns undefined for the format of another version of utpid, which this version cannot resume.
 */
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
