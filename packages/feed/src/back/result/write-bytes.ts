/** Writes bytes, and resolves when more can be written. */
export type WriteBytes = (bytes: Buffer) => Promise<void>
