/**
 * Returns a 32-bit hash of a text, 0 to 2^32 - 1 (FNV-1a over UTF-16 units, then the finaliser of MurmurHash3). Stored
 * data contains these hashes, so the function must never change.
 */
export function hashText(text: string, seed = 0): number {
  return mix32(hashOn(text, (0x811c9dc5 ^ seed) >>> 0))
}

/** Returns the {@link hashText} of two concatenated texts, without concatenating them. */
export function hashTexts(first: string, second: string, seed = 0): number {
  return mix32(hashOn(second, hashOn(first, (0x811c9dc5 ^ seed) >>> 0)))
}

/** Continues a hash over a text. FNV-1a reads each UTF-16 unit as two bytes, the lower byte first. */
function hashOn(text: string, from: number): number {
  let hash = from
  for (let at = 0; at < text.length; at++) hash = hashUnit(hash, text.charCodeAt(at))
  return hash
}

/**
 * Adds a UTF-16 unit to a hash. The higher byte is mostly 0 and changes nothing. Then one multiplication by the squared
 * prime replaces two multiplications.
 */
function hashUnit(hash: number, unit: number): number {
  if (unit <= 0xff) return Math.imul(hash ^ unit, 0x26027a69)
  return Math.imul(Math.imul(hash ^ (unit & 0xff), 0x01000193) ^ (unit >>> 8), 0x01000193)
}

/** Spreads the bits of a 32-bit integer (the finaliser of MurmurHash3). */
export function mix32(value: number): number {
  let hash = value
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return hash >>> 0
}

/** Returns a 53-bit hash of a text: a safe integer, 0 to 2^53 - 1. */
export function hashText53(text: string, seed = 0): number {
  // One loop computes both halves, because a processor computes two independent products as fast as one.
  let high = (0x811c9dc5 ^ seed ^ 0x9e3779b9) >>> 0
  let low = (0x811c9dc5 ^ seed) >>> 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = hashUnit(high, unit)
    low = hashUnit(low, unit)
  }
  return (mix32(high) & 0x1fffff) * 0x1_0000_0000 + mix32(low)
}

/** Returns a 53-bit hash of the first `length` bytes, computed like {@link hashText53}. */
export function hashBytes53(bytes: Uint8Array, length: number = bytes.length): number {
  let high = (0x811c9dc5 ^ 0x9e3779b9) >>> 0
  let low = 0x811c9dc5
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number
    high = hashUnit(high, byte)
    low = hashUnit(low, byte)
  }
  return (mix32(high) & 0x1fffff) * 0x1_0000_0000 + mix32(low)
}

/** Returns a hash of a text as 16 hex digits. */
export function hashTextHex(text: string): string {
  return (
    hashText(text, 0x51ed270b).toString(16).padStart(8, '0') + hashText(text, 0x2545f491).toString(16).padStart(8, '0')
  )
}
