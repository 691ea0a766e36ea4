/** A way to pack bytes, by the first bytes of a file. */
export type Packing = 'gzip' | 'zstd' | 'zip'

/** Enough bytes to recognize every packing. */
export const PACKING_BYTES = 5

/** Returns how bytes are packed, or undefined if they are not packed in a supported way. */
export function packingOf(head: Uint8Array): Packing | undefined {
  if (startsWith(head, [0x1f, 0x8b])) return 'gzip'
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd'
  // A skippable frame of zstd.
  if (((head[0] ?? 0) & 0xf0) === 0x50 && startsWith(head.subarray(1), [0x2a, 0x4d, 0x18])) return 'zstd'
  // `PK56` starts an archive without a file.
  if (startsWith(head, [0x50, 0x4b, 3, 4]) || startsWith(head, [0x50, 0x4b, 5, 6])) return 'zip'
  return undefined
}

/** Archives that users may send as a feed, but that are not supported: description, first bytes, remedy. */
const UNSUPPORTED: readonly (readonly [what: string, magic: readonly number[], cure: string])[] = [
  ['bzip2 data', [0x42, 0x5a, 0x68], 'unpack it with bunzip2'],
  ['xz data', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unpack it with unxz'],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf], 'unpack it with 7z'],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21], 'unpack it with unrar'],
]

/** Returns what a file in an unsupported packing is, and how to unpack it. */
export function unsupportedPacking(head: Uint8Array): { readonly what: string; readonly cure: string } | undefined {
  const found = UNSUPPORTED.find(([, magic]) => startsWith(head, magic))
  return found === undefined ? undefined : { what: found[0], cure: found[2] }
}

function startsWith(head: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => head[at] === byte)
}
