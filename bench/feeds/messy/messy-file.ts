import { gzipSync } from 'node:zlib'
import { writeZip, zstd } from '@utpid/testing/files'
import type { MessyHotel } from './hotels.ts'

/** A file with hotels in a form that suppliers send, and the values that a reader must find in it. */
export interface MessyFile {
  readonly kind: string
  /** The traits of the file, for messages. */
  readonly what: string
  readonly bytes: Buffer
  readonly hotels: readonly MessyHotel[]
  /** Rows of the file that are no hotel, and are no part of a table around its rows: control lines. */
  readonly controls: number
  /** The columns or paths with values. */
  readonly columns: readonly string[]
  /** Largest difference of coordinates, in degrees. */
  readonly tolerance: number
  /** Returns the name of a hotel in the letters of the file. */
  readonly nameOf: (hotel: MessyHotel) => string
}

export type Packing = 'none' | 'gzip' | 'zstd' | 'zip'

export const PACKINGS: readonly Packing[] = ['none', 'gzip', 'none', 'zstd', 'none', 'zip']

export function packed(bytes: Buffer, packing: Packing, name: string): Buffer {
  switch (packing) {
    case 'none':
      return bytes
    case 'gzip':
      return gzipSync(bytes)
    case 'zstd':
      return zstd(bytes)
    case 'zip':
      return writeZip([
        { name: '__MACOSX/._export', content: 'x' },
        { name: `export/${name}`, content: bytes },
      ])
  }
}
