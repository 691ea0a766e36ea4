import * as zlib from 'node:zlib'
import { decompress as unzstd } from 'fzstd'
import { compressors } from 'hyparquet-compressors'

type Unpack = (packed: Uint8Array, bytes: number) => Uint8Array

/** Node.js has Zstandard from 22.15 on. */
const unpackZstd = (zlib as { zstdDecompressSync?: (packed: Uint8Array, options: object) => Buffer }).zstdDecompressSync

/** Each function allocates about `bytes`, and does not trust a size inside the packed data. */
const UNPACKERS: Readonly<Record<string, Unpack | undefined>> = {
  UNCOMPRESSED: (packed) => packed,
  GZIP: (packed, bytes) => zlib.unzipSync(packed, { maxOutputLength: Math.max(1, bytes) }),
  BROTLI: (packed, bytes) => zlib.brotliDecompressSync(packed, { maxOutputLength: Math.max(1, bytes) }),
  ZSTD: (packed, bytes) =>
    unpackZstd === undefined
      ? unzstd(packed, new Uint8Array(bytes))
      : unpackZstd(packed, { maxOutputLength: Math.max(1, bytes) }),
  SNAPPY: compressors.SNAPPY,
  LZ4: compressors.LZ4,
  LZ4_RAW: compressors.LZ4_RAW,
}

export function canUnpack(codec: string): boolean {
  return UNPACKERS[codec] !== undefined
}

/**
 * Unpacks the values of a page.
 *
 * @param bytes - The size that the page claims. The caller has checked it against the limit of memory.
 * @returns Exactly `bytes` bytes with a buffer of their own: the decoder of values may read all of the buffer.
 * @throws {Error} if the data is damaged or has another size.
 */
export function unpack(packed: Uint8Array, bytes: number, codec: string): Uint8Array<ArrayBuffer> {
  const unpacked = bytes === 0 ? new Uint8Array(0) : UNPACKERS[codec]?.(packed, bytes)
  if (unpacked === undefined) throw new Error(`compression ${codec} is unknown`)
  if (unpacked.length !== bytes) throw new Error(`a page has ${unpacked.length} bytes instead of ${bytes}`)
  const { buffer } = unpacked
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes) return new Uint8Array(buffer)
  return new Uint8Array(unpacked)
}
