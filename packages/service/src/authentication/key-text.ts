import { crc32 } from 'node:zlib'
import type { ServiceEnvironment } from '../environment/environment.ts'
import type { ApiKey } from '../model/api-key.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6

/** Displayed characters of a key: the prefix for its kind, and four more. */
const START_LENGTH = 'utp_live_'.length + 4

const KEY = /^utp_(live|test)_[0-9A-Za-z]{36}$/

/** Creates the secret of a new key: the prefix for its kind, 30 random characters and a checksum of 6 characters. */
export function makeKeyText(mode: ApiKey['mode'], random: ServiceEnvironment['random']): string {
  const body = `utp_${mode}_${randomText(RANDOM_LENGTH, random)}`
  return body + checkOf(body)
}

/** Returns the kind of a key from its secret. Returns undefined for a malformed secret, which needs no lookup. */
export function parseKeyText(text: string): ApiKey['mode'] | undefined {
  const mode = KEY.exec(text)?.[1] as ApiKey['mode'] | undefined
  return mode !== undefined && checkOf(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH) ? mode : undefined
}

/** Returns the displayed start of a key's secret. */
export function startOfKey(text: string): string {
  return text.slice(0, START_LENGTH)
}

/** Returns random characters of 0-9, A-Z, a-z, uniformly distributed. */
export function randomText(length: number, random: ServiceEnvironment['random']): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      // Ignore larger bytes: they would make the first digits more likely.
      if (byte < BASE * 4 && text.length < length) text += DIGITS[byte % BASE]
    }
  }
  return text
}

function checkOf(text: string): string {
  let rest = crc32(text)
  let check = ''
  for (let at = 0; at < CHECK_LENGTH; at++) {
    check = (DIGITS[rest % BASE] as string) + check
    rest = Math.floor(rest / BASE)
  }
  return check
}
