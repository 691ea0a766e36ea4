/** Of lists in the order of the ids of their rows. */
export const ROW_CURSOR: RegExp = /^[0-9a-f-]{36}$/

/** Of the results of a job: the part and the row in it. */
export const RESULTS_CURSOR: RegExp = /^(\d{1,9})\.(\d{1,9})$/
