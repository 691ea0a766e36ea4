/** A registry module for threads that fail on the first request. */
export async function openWorkerRegistry(): Promise<never> {
  throw new Error('It cannot be opened.')
}
