import type { ChangeNumber, RecordId } from '../../storage/rows.ts'

/** Progress of putting records into a generation. */
export interface ScanProgress {
  /** Changes after this one are not applied yet. */
  readonly at: ChangeNumber
  /** The last record put; `end` if all were. */
  readonly after: RecordId | 'end'
  /** Number of records put. */
  readonly records: number
}

export function progressText({ at, after, records }: ScanProgress): string {
  return JSON.stringify({ at, after, records })
}

/** Parses the progress; undefined for a format of another version of utpid, which cannot be resumed. */
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
