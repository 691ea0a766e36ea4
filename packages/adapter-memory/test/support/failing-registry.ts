/** Of threads that cannot do anything. */
export async function openBatchRegistry(): Promise<never> {
  throw new Error('It cannot be opened.')
}
