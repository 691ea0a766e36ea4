import { RegistryError } from '@utpid/core'

/** How long an answer may take, milliseconds, of a route whose body does not flow. */
export const ANSWER_MS = 30_000

/**
 * Works until a deadline. The work is told by its signal, and what it still does then is nobody's.
 *
 * @param ended - Aborted when time is up.
 * @throws `deadline_exceeded`, and what the work throws.
 */
export async function beforeDeadline<Result>(
  work: Promise<Result>,
  ended: AbortController,
  milliseconds: number,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = new RegistryError('deadline_exceeded', 'The answer took longer than a request may take.')
      reject(late)
      ended.abort(late)
    }, milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
    // After the deadline nobody hears how it failed.
    work.catch(() => undefined)
  }
}
