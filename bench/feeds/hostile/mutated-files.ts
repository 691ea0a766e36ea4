import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer, writeXlsx, writeZip, zstd } from '@utpid/testing/files'
import { type HostileFile, whole } from './hostile-file.ts'

const ROWS = Array.from({ length: 200 }, (_, at) => ({
  code: `A${at}`,
  name: `Hôtel ${at}`,
  lat: `48.${at}1`,
  lon: `2.${at}7`,
}))
const TEXTS: Readonly<Record<string, string>> = {
  CSV: `code;name;lat;lon\n${ROWS.map((row) => Object.values(row).join(';')).join('\n')}\n`,
  JSON: JSON.stringify({ hotels: ROWS }),
  'JSON Lines': ROWS.map((row) => JSON.stringify(row)).join('\n'),
  XML: `<hotels>${ROWS.map((row) => `<hotel id="${row.code}"><name>${row.name}</name><lat>${row.lat}</lat></hotel>`).join('\n')}</hotels>`,
}
const PACKINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  plain: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes),
  zstd: (bytes) => zstd(bytes),
  zip: (bytes) => writeZip([{ name: 'hotels', content: bytes }]),
}

function validFiles(): readonly (readonly [string, Buffer])[] {
  const packed = Object.entries(TEXTS).flatMap(([format, text]) =>
    Object.entries(PACKINGS).map(([packing, pack]) => [`${format} ${packing}`, pack(Buffer.from(text))] as const),
  )
  const rows = ROWS.map((row) => Object.values(row))
  const workbook = writeXlsx({ sheets: [{ rows: [Object.keys(ROWS[0] ?? {}), ...rows] }] })
  const columnData = (['code', 'name', 'lat'] as const).map((name) => ({
    name,
    data: ROWS.map((row) => row[name]),
    type: 'STRING' as const,
  }))
  const tables = (['SNAPPY', 'UNCOMPRESSED'] as const).map(
    (codec) => [`Parquet ${codec}`, Buffer.from(parquetWriteBuffer({ columnData, codec, pageSize: 500 }))] as const,
  )
  return [...packed, ['XLSX', workbook], ...tables]
}

/** Returns damaged copies of valid files of each format and packing: flipped bits, other bytes, cut, or with a part twice. */
export function mutatedFiles(count: number, random: () => number): HostileFile[] {
  const valid = validFiles()
  const at = (bytes: Buffer): number => Math.floor(random() * bytes.length)
  const damages: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
    ['flipped bits', (bytes) => changed(bytes, 5, at, (byte) => byte ^ (1 << Math.floor(random() * 8)))],
    ['bytes of 0xff', (bytes) => changed(bytes, 4, at, () => 0xff)],
    ['cut', (bytes) => bytes.subarray(0, at(bytes))],
    ['a part twice', (bytes) => twice(bytes, at(bytes), at(bytes))],
    ['a part removed', (bytes) => removed(bytes, at(bytes), at(bytes))],
  ]
  return Array.from({ length: count }, (_, index) => {
    const [name, bytes] = valid[index % valid.length] as (typeof valid)[number]
    const [damage, apply] = damages[
      Math.floor(index / valid.length + index) % damages.length
    ] as (typeof damages)[number]
    const content = apply(bytes)
    return whole('damaged', `${name}, ${damage} (${index})`, () => content)
  })
}

function changed(bytes: Buffer, count: number, at: (bytes: Buffer) => number, of: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let time = 0; time < count; time++) {
    const place = at(copy)
    copy[place] = of(copy[place] ?? 0)
  }
  return copy
}

function twice(bytes: Buffer, a: number, b: number): Buffer {
  const [from, to] = a < b ? [a, b] : [b, a]
  return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
}

function removed(bytes: Buffer, a: number, b: number): Buffer {
  const [from, to] = a < b ? [a, b] : [b, a]
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}
