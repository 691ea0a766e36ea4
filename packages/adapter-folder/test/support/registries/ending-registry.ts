/** A registry module for threads that exit on the first request. */
export function openWorkerRegistry(): never {
  process.exit(1)
}
