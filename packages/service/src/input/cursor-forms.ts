/** The cursor of lists ordered by row id. */
export const ROW_CURSOR: RegExp = /^[0-9a-f-]{36}$/

/** The cursor of a job's results: the number of the part, and the row in the part. */
export const RESULTS_CURSOR: RegExp = /^(\d{1,9})\.(\d{1,9})$/
