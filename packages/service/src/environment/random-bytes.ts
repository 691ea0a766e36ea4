import { randomBytes } from 'node:crypto'

/** Unpredictable bytes. Injected, so that tests are deterministic. */
export type RandomBytes = (size: number) => Uint8Array

/** The default: the cryptographic source of the machine. */
export const systemRandomBytes: RandomBytes = (size) => randomBytes(size)
