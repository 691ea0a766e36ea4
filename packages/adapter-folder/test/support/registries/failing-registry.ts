/** Of threads that cannot do anything. */
export async function openWorkerRegistry(): Promise<never> {
  throw new Error('It cannot be opened.')
}
