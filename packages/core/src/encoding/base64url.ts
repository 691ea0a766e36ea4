const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const valueByCharacter: ReadonlyMap<string, number> = new Map(
  [...ALPHABET].map((character, value) => [character, value]),
)

/** Encodes bytes as letters, digits, `-` and `_` (RFC 4648, section 5, without padding). */
export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += ALPHABET.charAt(bits >>> 18) + ALPHABET.charAt((bits >>> 12) & 63)
    if (at + 1 < bytes.length) text += ALPHABET.charAt((bits >>> 6) & 63)
    if (at + 2 < bytes.length) text += ALPHABET.charAt(bits & 63)
  }
  return text
}

/**
 * Decodes the output of {@link toBase64url}.
 *
 * @returns undefined for any other text.
 */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (const character of text) {
    const value = valueByCharacter.get(character)
    if (value === undefined) return undefined
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at++] = bits >>> held
    }
  }
  // The unused bits of the last character must be 0. Otherwise, two different texts would decode to the same bytes.
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined
}
