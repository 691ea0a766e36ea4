import { inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'

/** An entry of an archive, and its bytes as they are in the archive. */
export interface PackedPart {
  readonly entry: Entry
  readonly packed: Buffer
}

/** Returns the entries of an archive by their names. */
export async function packedParts(archive: Buffer): Promise<Map<string, PackedPart>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  const parts = new Map<string, PackedPart>()
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    parts.set(entry.fileName, { entry, packed: Buffer.concat(await stream.toArray()) })
  }
  return parts
}

/** The first sheet in the archive of a workbook of `writeXlsx`. */
export const FIRST_SHEET = 'xl/worksheets/sheet1.xml'

/** Returns the XML of a part. */
export async function xmlOf(workbook: Buffer, part: string = FIRST_SHEET): Promise<string> {
  const found = (await packedParts(workbook)).get(part)
  if (found === undefined) throw new Error(`The workbook has no part ${part}.`)
  return inflateRawSync(found.packed).toString('utf8')
}
