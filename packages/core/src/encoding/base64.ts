const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PADDING = 61
const VALUES = new Int8Array(128).fill(-1)
for (let value = 0; value < 64; value++) VALUES[ALPHABET.charCodeAt(value)] = value

/** Encodes bytes as Base64 (RFC 4648, with padding). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += digit(bits, 18) + digit(bits, 12)
    text += left > 1 ? digit(bits, 6) : '='
    text += left > 2 ? digit(bits, 0) : '='
  }
  return text
}

/** Decodes the output of {@link encodeBase64}. Returns undefined for any other text. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  for (let at = 0, to = 0; at < text.length; at += 4, to += 3) {
    let bits = 0
    for (let place = 0; place < 4; place++) {
      const unit = text.charCodeAt(at + place)
      const isPadding = unit === PADDING && at + place >= text.length - padding
      const value = isPadding ? 0 : unit < 128 ? (VALUES[unit] as number) : -1
      if (value < 0) return undefined
      bits = (bits << 6) | value
    }
    // A write beyond the end of a typed array has no effect. The unused bits of the last character must be 0.
    bytes[to] = bits >>> 16
    bytes[to + 1] = bits >>> 8
    bytes[to + 2] = bits
    if (to + 3 > bytes.length && (bits & ((1 << (8 * padding)) - 1)) !== 0) return undefined
  }
  return bytes
}

function digit(bits: number, shift: number): string {
  return ALPHABET.charAt((bits >>> shift) & 63)
}
