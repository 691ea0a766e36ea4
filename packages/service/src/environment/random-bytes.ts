import { randomBytes } from 'node:crypto'

/** Bytes that nobody can guess; injected, so that tests are the same each time. */
export type RandomBytes = (size: number) => Uint8Array

/** The default: the cryptographic source of the machine. */
export const systemRandomBytes: RandomBytes = (size) => randomBytes(size)
