import { HttpError } from '../errors/http-error.ts'

/** Maximum milliseconds of an answer. Streaming routes are exempt. */
export const ANSWER_MS = 30_000

/**
 * Waits for work until a deadline. At the deadline it aborts the work's signal and ignores the result.
 *
 * @param ended - Aborted at the deadline.
 * @throws `deadline_exceeded`, and errors of the work.
 */
export async function beforeDeadline<Result>(
  work: Promise<Result>,
  ended: AbortController,
  milliseconds: number,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = new HttpError(
        'deadline_exceeded',
        'The request exceeded the time limit of an answer; try again, or ask for less at once.',
      )
      reject(late)
      ended.abort(late)
    }, milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
    // Ignore errors after the deadline.
    work.catch(() => undefined)
  }
}
