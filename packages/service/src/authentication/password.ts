import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * Cost parameters of scrypt. Memory is 128 * 2^logCost * blockSize bytes. Time is proportional to memory * parallel.
 */
export interface PasswordCosts {
  readonly logCost: number
  readonly blockSize: number
  readonly parallel: number
}

/** One of OWASP's recommended scrypt settings. One password takes 32 MB and some tenths of a second. */
export const PASSWORD_COSTS: PasswordCosts = { logCost: 15, blockSize: 8, parallel: 3 }

/** Minimum and maximum characters of a password. */
export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 200

const SALT_BYTES = 16
const HASH_BYTES = 32

/** Returns the stored form of a password: its scrypt hash with salt and costs, so that costs can rise later. */
export async function hashPassword(
  password: string,
  costs: PasswordCosts = PASSWORD_COSTS,
  salt: Uint8Array = randomBytes(SALT_BYTES),
): Promise<string> {
  const hash = await derive(password, salt, costs)
  const parts = [costs.logCost, costs.blockSize, costs.parallel, text(salt), text(hash)]
  return `scrypt$${parts.join('$')}`
}

/** Checks a password against its stored hash, in constant time. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [kind, logCost, blockSize, parallel, salt, hash] = stored.split('$')
  if (kind !== 'scrypt' || salt === undefined || hash === undefined) return false
  const costs = { logCost: Number(logCost), blockSize: Number(blockSize), parallel: Number(parallel) }
  const expected = Buffer.from(hash, 'base64url')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), costs)
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

function derive(password: string, salt: Uint8Array, { logCost, blockSize, parallel }: PasswordCosts): Promise<Buffer> {
  const N = 2 ** logCost
  const options = { N, r: blockSize, p: parallel, maxmem: 128 * blockSize * (N + parallel) * 2 }
  return new Promise((resolve, reject) => {
    // Different Unicode encodings of the same characters are the same password.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
