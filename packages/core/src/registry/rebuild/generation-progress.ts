import type { ChangeNumber, RecordId } from '../../storage/rows.ts'

/** The progress of adding records to a generation. */
export interface ScanProgress {
  /** The number of a change. All changes up to this change are applied. */
  readonly at: ChangeNumber
  /** The id of the last record that was added; `end` after all records. */
  readonly after: RecordId | 'end'
  /** The number of records that were added. */
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
