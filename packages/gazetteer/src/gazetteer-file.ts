import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type FileHeader, LAYOUT_VERSION, SECTIONS, type SectionName } from './file-layout.ts'

const NEWLINE = 10

/** Decompressed sections of a gazetteer file, not yet decoded. */
export interface GazetteerFile {
  readonly header: FileHeader
  section(name: SectionName): Buffer
}

/**
 * Reads and checks a gazetteer file.
 *
 * @throws {Error} if the file is missing or truncated, or has another layout.
 */
export function readGazetteerFile(url: URL): GazetteerFile {
  const bytes = decompress(url)
  const header = parseHeader(bytes, url)
  const starts = new Map<SectionName, number>()
  let offset = bytes.indexOf(NEWLINE) + 1
  for (const name of SECTIONS) {
    starts.set(name, offset)
    offset += header.sections[name]
  }
  if (offset !== bytes.length) throw damaged(url, `${bytes.length} bytes instead of ${offset}`)
  return {
    header,
    section(name): Buffer {
      const start = starts.get(name) ?? 0
      return bytes.subarray(start, start + header.sections[name])
    },
  }
}

/** Decodes numbers that are stored in `width` planes, see `file-layout.ts`. */
export function readPlanes(bytes: Uint8Array, width: number): Uint32Array {
  const count = bytes.length / width
  const numbers = new Uint32Array(count)
  for (let plane = 0; plane < width; plane++) {
    const start = plane * count
    for (let index = 0; index < count; index++) {
      numbers[index] = ((numbers[index] ?? 0) << 8) | (bytes[start + index] ?? 0)
    }
  }
  return numbers
}

function decompress(url: URL): Buffer {
  let compressed: Buffer
  try {
    compressed = readFileSync(url)
  } catch (cause) {
    throw new Error(`The gazetteer's data file ${url.pathname} cannot be read: install @utpid/gazetteer again.`, {
      cause,
    })
  }
  try {
    return brotliDecompressSync(compressed)
  } catch (cause) {
    throw damaged(url, 'it does not decompress', cause)
  }
}

function parseHeader(bytes: Buffer, url: URL): FileHeader {
  const end = bytes.indexOf(NEWLINE)
  let header: FileHeader
  try {
    header = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end))) as FileHeader
  } catch (cause) {
    throw damaged(url, 'it has no header', cause)
  }
  if (header.layout !== LAYOUT_VERSION) throw damaged(url, `its layout is ${header.layout}, not ${LAYOUT_VERSION}`)
  return header
}

function damaged(url: URL, what: string, cause?: unknown): Error {
  return new Error(`The gazetteer's data file ${url.pathname} is damaged (${what}): install @utpid/gazetteer again.`, {
    cause,
  })
}
