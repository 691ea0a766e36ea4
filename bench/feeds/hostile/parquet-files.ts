import { parquetWriteBuffer } from '@utpid/testing/files'
import { type HostileFile, whole } from './hostile-file.ts'
import { binary, i32, i64, list, type Member, struct } from './thrift.ts'

const KIND = 'Parquet'
const MAGIC = Buffer.from('PAR1')
const HUGE = 2n ** 40n

/** Parts of a file that a case replaces. */
interface Parts {
  readonly schema?: Buffer
  readonly rows?: bigint
  readonly groups?: number
  readonly values?: bigint
  readonly offset?: bigint
  readonly dictionary?: bigint
  readonly packedBytes?: bigint
  readonly codec?: number
  readonly page?: Buffer
}

/** Parquet files with absurd counts, offsets, sizes and schemas. */
export function parquetFiles(): HostileFile[] {
  const cases: readonly (readonly [string, () => Buffer])[] = [...counts(), ...pages(), ...schemas(), ...footers()]
  return cases.map(([what, content]) => whole(KIND, what, content))
}

type Cases = readonly (readonly [string, () => Buffer])[]

function counts(): Cases {
  return [
    ['2^40 rows', () => file({ rows: HUGE, values: HUGE })],
    ['a negative number of rows', () => file({ rows: -5n, values: -5n })],
    ['more values than rows', () => file({ values: 1_000_000_000n })],
    ['no values', () => file({ values: 0n })],
    ['100,000 row groups of one page', () => file({ groups: 100_000 })],
    ['an offset beyond the file', () => file({ offset: HUGE })],
    ['a negative offset', () => file({ offset: -1n })],
    ['an offset in the footer', () => file({ offset: 200n })],
    ['an offset of the mark', () => file({ offset: 0n })],
    ['a dictionary beyond the file', () => file({ dictionary: HUGE })],
    ['a dictionary that is the page', () => file({ dictionary: 4n })],
    ['a chunk of 2^40 bytes', () => file({ packedBytes: HUGE })],
    ['a negative chunk', () => file({ packedBytes: -1n })],
    ...[2, 4, 6, 7, 99].map((codec) => [`text with codec ${codec}`, () => file({ codec })] as const),
  ]
}

function pages(): Cases {
  const header = (unpacked: number, packed: number, values: number, encoding = 0, type = 0): Buffer =>
    struct([
      i32(1, type),
      i32(2, unpacked),
      i32(3, packed),
      [5, 12, struct([i32(1, values), i32(2, encoding), i32(3, 3), i32(4, 3)])],
    ])
  const texts = Buffer.concat(Array.from({ length: 10 }, () => Buffer.from('\x02\0\0\0ab', 'latin1')))
  const of = (head: Buffer, body = texts): Buffer => Buffer.concat([head, body])
  return [
    ['a page of 2 GB', () => file({ page: of(header(0x7fff_ffff, texts.length, 10)) })],
    ['a page of 2 GB with Snappy', () => file({ codec: 1, page: of(header(0x7fff_ffff, texts.length, 10)) })],
    ['a negative page', () => file({ page: of(header(-1, -1, 10)) })],
    [
      '2^31 values in a page',
      () => file({ page: of(header(texts.length, texts.length, 0x7fff_ffff)), values: 0x7fff_ffffn }),
    ],
    ['a negative number of values', () => file({ page: of(header(texts.length, texts.length, -10)) })],
    [
      'pages without values',
      () => file({ values: 1_000_000n, page: Buffer.concat(Array.from({ length: 5_000 }, () => header(0, 0, 0))) }),
    ],
    [
      'pages without an end',
      () => file({ values: HUGE, rows: HUGE, page: of(header(texts.length, texts.length, 10)) }),
    ],
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 77].map(
      (encoding) =>
        [
          `texts in encoding ${encoding}`,
          () => file({ page: of(header(texts.length, texts.length, 10, encoding)) }),
        ] as const,
    ),
    [
      'a text of 2 GB',
      () => file({ page: of(header(8, 8, 1), Buffer.from('\xff\xff\xff\x7fabcd', 'latin1')), values: 1n, rows: 1n }),
    ],
    ['an unknown page', () => file({ page: of(header(texts.length, texts.length, 10, 0, 9)) })],
    ['only dictionary pages', () => file({ page: of(header(texts.length, texts.length, 10, 0, 2)) })],
    [
      'deltas of random bytes',
      () => file({ page: of(header(2_000, 2_000, 1_000, 5), Buffer.alloc(2_000, 0xf7)), values: 1_000n, rows: 1_000n }),
    ],
    [
      'runs of a billion',
      () => file({ page: of(header(12, 12, 10, 8), Buffer.from('\x01\xfe\xff\xff\xff\x0f\0\0\0\0\0\0', 'latin1')) }),
    ],
  ]
}

function schemas(): Cases {
  const group = (name: string, children: number): Buffer => struct([i32(3, 1), binary(4, name), i32(5, children)])
  const leaf = (name: string): Buffer => struct([i32(1, 6), i32(3, 1), binary(4, name)])
  const of = (...elements: readonly Buffer[]): Buffer => list(12, elements)
  return [
    [
      'a schema of 10,000 levels',
      () => file({ schema: of(...Array.from({ length: 10_000 }, (_, at) => group(`g${at}`, 1)), leaf('name')) }),
    ],
    ['a group with 2^31 children', () => file({ schema: of(group('root', 0x7fff_ffff), leaf('name')) })],
    ['a group with a negative number of children', () => file({ schema: of(group('root', -1), leaf('name')) })],
    [
      'a group that contains all after it',
      () => file({ schema: of(group('root', 1), group('a', 1), group('root', 1)) }),
    ],
    [
      '100,000 columns',
      () => file({ schema: of(group('root', 100_000), ...Array.from({ length: 100_000 }, (_, at) => leaf(`c${at}`))) }),
    ],
    ['columns of one name', () => file({ schema: of(group('root', 2), leaf('name'), leaf('name')) })],
    ['a column named __proto__', () => file({ schema: of(group('root', 1), leaf('__proto__')) })],
    ['no schema', () => file({ schema: of() })],
    ['a schema that claims 2^31 elements', () => file({ schema: Buffer.from([0xfc, 0xff, 0xff, 0xff, 0xff, 0x07]) })],
  ]
}

function footers(): Cases {
  const valid = file({})
  const withLength = (bytes: number): Buffer => {
    const changed = Buffer.from(valid)
    changed.writeUInt32LE(bytes, changed.length - 8)
    return changed
  }
  const written = (): Buffer =>
    Buffer.from(
      parquetWriteBuffer({
        columnData: [{ name: 'name', data: Array.from({ length: 100 }, (_, at) => `Hotel ${at}`), type: 'STRING' }],
      }),
    )
  return [
    ...[0, 1, 0x7fff_ffff, 0xffff_ffff].map(
      (bytes) => [`a footer of ${bytes} bytes`, () => withLength(bytes)] as const,
    ),
    [
      'a footer of 0xff',
      () => Buffer.concat([MAGIC, Buffer.of(0x15), Buffer.alloc(1_000, 0xff), Buffer.of(0xe8, 3, 0, 0), MAGIC]),
    ],
    [
      'structures in structures',
      () => Buffer.concat([MAGIC, Buffer.of(0x15), Buffer.alloc(100_000, 0x1c), Buffer.of(0xa0, 0x86, 1, 0), MAGIC]),
    ],
    ['two marks', () => Buffer.from('PAR1\x15PAR1', 'latin1')],
    ['an encrypted footer', () => Buffer.concat([written().subarray(0, -4), Buffer.from('PARE')])],
  ]
}

/** Writes a file with one column `name` of ten texts. */
function file(parts: Parts): Buffer {
  const { rows = 10n, groups = 1, values = 10n, offset = 4n, codec = 0 } = parts
  const texts = Buffer.concat(Array.from({ length: 10 }, (_, at) => Buffer.from(`\x02\0\0\0h${at}`, 'latin1')))
  const header = struct([
    i32(1, 0),
    i32(2, texts.length),
    i32(3, texts.length),
    [5, 12, struct([i32(1, 10), i32(2, 0), i32(3, 3), i32(4, 3)])],
  ])
  const page = parts.page ?? Buffer.concat([header, texts])
  const schema =
    parts.schema ??
    list(12, [struct([binary(4, 'root'), i32(5, 1)]), struct([i32(1, 6), i32(3, 0), binary(4, 'name'), i32(6, 0)])])
  const packedBytes = parts.packedBytes ?? BigInt(page.length)
  const meta: Member[] = [
    i32(1, 6),
    [2, 9, list(5, [Buffer.of(0)])],
    [3, 9, list(8, [Buffer.concat([Buffer.of(4), Buffer.from('name')])])],
    i32(4, codec),
    i64(5, values),
    i64(6, BigInt(page.length)),
    i64(7, packedBytes),
    i64(9, offset),
    ...(parts.dictionary === undefined ? [] : [i64(11, parts.dictionary)]),
  ]
  const chunk = struct([i64(2, 4n), [3, 12, struct(meta)]])
  const rowGroup = struct([[1, 9, list(12, [chunk])], i64(2, BigInt(page.length)), i64(3, rows)])
  const rowGroups = list(
    12,
    Array.from({ length: groups }, () => rowGroup),
  )
  const footer = struct([i32(1, 1), [2, 9, schema], i64(3, rows * BigInt(groups)), [4, 9, rowGroups]])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([MAGIC, page, footer, length, MAGIC])
}
