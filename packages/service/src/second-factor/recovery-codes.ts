import { hashSecret } from '../authentication/key-hash.ts'
import type { ServiceEnvironment } from '../environment/environment.ts'

/** Number of recovery codes of a member. */
export const RECOVERY_CODES = 10

/** Crockford's base32: no I, L, O and U, which people misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 random bits, so that a fast hash is safe. */
const LENGTH = 16
const GROUP = 4

/** Creates recovery codes in the form `ABCD-EFGH-JKMN-PQRS`. */
export function makeRecoveryCodes(random: ServiceEnvironment['random']): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const digits = [...random(LENGTH)].map((byte) => DIGITS[byte % DIGITS.length]).join('')
    return Array.from({ length: LENGTH / GROUP }, (_, at) => digits.slice(at * GROUP, (at + 1) * GROUP)).join('-')
  })
}

/** Returns the stored hash of a recovery code as a person types it: in any case, with or without dashes. */
export function recoveryCodeHash(typed: string): string {
  const digits = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return hashSecret(digits)
}
