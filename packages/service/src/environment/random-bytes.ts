import { randomBytes } from 'node:crypto'

/** A function that returns unpredictable bytes. Tests inject a deterministic one. */
export type RandomBytes = (size: number) => Uint8Array

/** The default source of random bytes: the cryptographic source of the machine. */
export const systemRandomBytes: RandomBytes = (size) => randomBytes(size)
