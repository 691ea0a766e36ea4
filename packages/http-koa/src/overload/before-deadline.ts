import { HttpError } from '../errors/http-error.ts'

/** Maximum milliseconds until a response. Streaming routes are exempt. */
export const ANSWER_MS = 30_000

/**
 * Waits for a promise until a deadline. At the deadline the function aborts the signal and ignores the result.
 *
 * @param ended - Aborted at the deadline.
 * @throws `deadline_exceeded`, and errors of the promise.
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
        'The request exceeded the time limit of a response; try again, or request less data.',
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
