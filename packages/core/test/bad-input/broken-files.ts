import { gzipSync } from 'node:zlib'

/** Files of broken exports and transfers, with the result that reading each of them must have. */
export interface BrokenFile {
  readonly what: string
  readonly content: string | Buffer
  /** The lines that cannot be read, as `LINE:CODE`. */
  readonly failures?: readonly string[]
  /** The code of the error that stops reading; absent if reading reaches the end. */
  readonly ends?: string
  /** The codes of the records that must still be imported. */
  readonly imported: readonly string[]
}

function line(code: string, name = `Filebroken ${code}`): string {
  return JSON.stringify({ supplier: 'file', code, name })
}

const GOOD_LINES = Array.from({ length: 3_000 }, (_, at) => line(`gz-${at}`, `Filebroken ${at} ${Math.sin(at)}`)).join(
  '\n',
)

export const BROKEN_FILES: readonly BrokenFile[] = [
  {
    what: 'a line that is no JSON',
    content: `${line('j1')}\n{"supplier": "file", "code": \n${line('j2')}\n`,
    failures: ['2:invalid_json'],
    imported: ['j1', 'j2'],
  },
  {
    what: 'a line that is a list',
    content: `${line('l1')}\n[1, 2]\n${line('l2')}\n`,
    failures: ['2:not_an_object'],
    imported: ['l1', 'l2'],
  },
  {
    what: 'a NUL byte in a line',
    content: `${line('n1')}\n{"code": "\u0000"}\n${line('n2')}\n`,
    failures: ['2:nul_byte'],
    imported: ['n1', 'n2'],
  },
  {
    what: 'a line nested beyond reason',
    content: `${line('d1')}\n{"a": ${'['.repeat(500)}${']'.repeat(500)}}\n${line('d2')}\n`,
    failures: ['2:too_deep'],
    imported: ['d1', 'd2'],
  },
  {
    what: 'a line of more than a megabyte',
    content: `${line('m1')}\n{"name": "${'x'.repeat(1_100_000)}"}\n${line('m2')}\n`,
    failures: ['2:line_too_long'],
    imported: ['m1', 'm2'],
  },
  {
    what: 'bytes that are not UTF-8 in a line of JSON',
    content: Buffer.concat([
      Buffer.from(`${line('u1')}\n{"code": "u2", "name": "H`),
      Buffer.from([0xe2, 0x82]),
      Buffer.from(`tel"}\n${line('u3')}\n`),
    ]),
    failures: ['2:invalid_encoding'],
    imported: ['u1', 'u3'],
  },
  {
    what: 'a byte order mark, empty lines and CRLF',
    content: `\ufeff${line('b1')}\r\n\r\n${line('b2')}\r\n`,
    imported: ['b1', 'b2'],
  },
  {
    what: 'rows of CSV with too few and too many columns',
    content:
      'supplier,code,name\nfile,c1,Filebroken c1\nfile,c2\nfile,c3,Filebroken c3,and more\nfile,c4,Filebroken c4\n',
    failures: ['3:too_few_columns', '4:too_many_columns'],
    imported: ['c1', 'c4'],
  },
  {
    what: 'a quote that is never closed',
    content: 'supplier,code,name\nfile,q1,Filebroken q1\nfile,q2,"Filebroken\nfile,q3,Filebroken q3\n',
    failures: ['3:unclosed_quote'],
    imported: ['q1', 'q3'],
  },
  {
    what: 'CSV in Windows-1252',
    content: Buffer.from('supplier,code,name\nfile,w1,H\xf4tel Filebroken\n', 'latin1'),
    imported: ['w1'],
  },
  {
    what: 'CSV without a name, a code or an identifier',
    content: 'colour,size\nred,1\n',
    ends: 'no_usable_column',
    imported: [],
  },
  {
    what: 'a JSON list that breaks off',
    content: `[${line('t1')}, ${line('t2')}, {"supplier": "fi`,
    ends: 'truncated_json',
    imported: ['t1', 't2'],
  },
  {
    what: 'gzip that breaks off',
    content: gzipSync(GOOD_LINES).subarray(0, 40_000),
    ends: 'truncated_gzip',
    imported: ['gz-0', 'gz-500'],
  },
  {
    what: 'gzip that is damaged',
    content: damaged(gzipSync(GOOD_LINES.replaceAll('gz-', 'dz-'))),
    ends: 'broken_gzip',
    imported: ['dz-0'],
  },
  {
    what: 'a zip archive without an end',
    content: Buffer.from('PK\u0003\u0004 and more'),
    ends: 'truncated_compression',
    imported: [],
  },
  { what: 'nothing at all', content: '', imported: [] },
]

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.fill(0xff, 45_000, 45_200)
  return copy
}
