import { FIRST_SHEET, packedParts, xmlOf } from '../../../packages/feed/test/support/packed-parts.ts'
import { COLUMNS } from '../files/feed-values.ts'
import type { BackKind, TextEncoding } from './back-files.ts'

/** A comparison of a copy with its source. */
export interface Comparison {
  /** Rows with results, without the header. */
  readonly results: number
  /** Whether the copy is the source once the results are taken away. */
  readonly isIdentical: boolean
}

const OBJECT_END =
  /,"utpid":(?:null|"UTP-[0-9A-Z-]+"),"confidence":(?:null|[\d.]+),"status":"\w+","reason":(?:null|"\w+")\}/g

/** Takes the results away from a copy, without the code that has added them, and compares it with its source. */
export async function compared(copy: Buffer, source: Buffer, kind: BackKind): Promise<Comparison> {
  if (kind.form === 'xlsx') return await comparedWorkbook(copy, source)
  let results = 0
  const taken = (end: string) => (): string => {
    results += 1
    return end
  }
  if (kind.form === 'json') {
    const isIdentical = copy.toString('latin1').replace(OBJECT_END, taken('}')) === source.toString('latin1')
    return { results, isIdentical }
  }
  const d = kind.delimiter === '|' ? '\\|' : kind.delimiter
  const cells = new RegExp(`${d}(?:UTP-[0-9A-Z-]+)?${d}(?:[01](?:\\.\\d+)?)?${d}[a-z_]+${d}\\w*(?=\\r?\\n|$)`, 'g')
  const header = `${['', 'utpid', 'confidence', 'status', 'reason'].join(kind.delimiter)}`
  const text = decoded(copy, kind.encoding).replace(header, '').replace(cells, taken(''))
  return { results, isIdentical: text === decoded(source, kind.encoding) }
}

function decoded(bytes: Buffer, encoding: TextEncoding): string {
  return encoding === 'utf16be' ? Buffer.from(bytes).swap16().toString('utf16le') : bytes.toString(encoding)
}

const FIRST_RESULT = String.fromCharCode(65 + COLUMNS.length)

async function comparedWorkbook(copy: Buffer, source: Buffer): Promise<Comparison> {
  const [before, after] = [await packedParts(source), await packedParts(copy)]
  const others = [...before].every(
    ([name, { packed }]) => name === FIRST_SHEET || after.get(name)?.packed.equals(packed) === true,
  )
  let results = -1
  const xml = (await xmlOf(copy)).replace(
    /<c r="[U-X]\d+"[^/]*?(?:<v>[\d.]+<\/v>|<is><t>[^<]*<\/t><\/is>)<\/c>/g,
    (cell) => {
      if (cell.startsWith(`<c r="${FIRST_RESULT}`)) results += 1
      return ''
    },
  )
  return { results, isIdentical: others && before.size === after.size && xml === (await xmlOf(source)) }
}
