import { crc32 } from 'node:zlib'
import type { RecordRow } from '@utpid/core'

/** A value of the first encoding, in which rows were JSON with the names of their fields. */
export function namedValue(row: unknown): Buffer {
  return sealedAsFirst(Buffer.from(JSON.stringify(row)))
}

/** A record of the first encoding: what the index needs, then JSON with the names of fields. */
export function namedRecord({ revision, keys, features, ...rest }: RecordRow): Buffer {
  const head = Buffer.alloc(14 + keys.length * 8)
  head.writeDoubleLE(revision, 0)
  head.writeUInt16LE(keys.length, 8)
  head.writeUInt32LE(features.length, 10)
  for (const [at, key] of keys.entries()) head.writeDoubleLE(key, 14 + at * 8)
  return sealedAsFirst(Buffer.concat([head, features, Buffer.from(JSON.stringify(rest))]))
}

function sealedAsFirst(body: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header[0] = 1
  header.writeUInt32LE(crc32(body), 1)
  return Buffer.concat([header, body])
}
