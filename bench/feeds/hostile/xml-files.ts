import { type HostileFile, repeated, whole } from './hostile-file.ts'

const KIND = 'XML'
const ROW = '<hotel><code>A1</code><name>Hotel One</name></hotel>'
const START = `<hotels>${ROW}${ROW}`
const END = `${ROW}</hotels>`

/** XML with entities that expand, deep or wide elements, and tokens that never end. */
export function xmlFiles(): HostileFile[] {
  return [...entities(), ...shapes(), ...tokens(), ...damages()]
}

function laughs(levels: number, times: number): string {
  const entity = (at: number): string => `<!ENTITY l${at} "${at === 0 ? 'ha' : `&l${at - 1};`.repeat(times)}">`
  return `<!DOCTYPE hotels [${Array.from({ length: levels }, (_, at) => entity(at)).join('')}]>`
}

function entities(): HostileFile[] {
  const document = (doctype: string, use: string): string =>
    `<?xml version="1.0"?>${doctype}${START}<hotel><name>${use}</name></hotel>${END}`
  const cases: readonly (readonly [string, () => string])[] = [
    ['a billion laughs', () => document(laughs(10, 10), '&l9;')],
    ['laughs of 30 levels', () => document(laughs(30, 2), '&l29;')],
    ['laughs in an attribute', () => document(laughs(10, 10), 'x').replace('<hotel>', '<hotel id="&l9;">')],
    [
      'a quadratic blow-up',
      () => document(`<!DOCTYPE r [<!ENTITY a "${'x'.repeat(100_000)}">]>`, '&a;'.repeat(10_000)),
    ],
    ['an entity of itself', () => document('<!DOCTYPE r [<!ENTITY a "&a;">]>', '&a;')],
    ['two entities of each other', () => document('<!DOCTYPE r [<!ENTITY a "&b;"><!ENTITY b "&a;">]>', '&a;')],
    ['a file as an entity', () => document('<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>', '&f;')],
    ['a device as an entity', () => document('<!DOCTYPE r [<!ENTITY f SYSTEM "file:///dev/zero">]>', '&f;')],
    ['an address as an entity', () => document('<!DOCTYPE r [<!ENTITY f SYSTEM "http://127.0.0.1:9/x">]>', '&f;')],
    ['an external DTD', () => document('<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd">', 'x')],
    [
      'parameter entities',
      () => document('<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p; <!ENTITY a "%p;">]>', '&a;'),
    ],
    ['100,000 entities', () => document(`<!DOCTYPE r [${'<!ENTITY a "b">'.repeat(100_000)}]>`, '&a;')],
    ['undefined entities', () => document('', '&nosuch;'.repeat(100_000))],
    ['100,000 entities of HTML', () => document('', '&eacute;'.repeat(100_000))],
    ['references to control characters', () => document('', '&#0;&#x1;&#xFFFF;&#xD800;&#99999999999;')],
    ['an entity without its end', () => document('', `&${'a'.repeat(2_000_000)}`)],
    ['XInclude', () => document('', '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>')],
  ]
  return cases.map(([what, content]) => whole(KIND, what, content))
}

function shapes(): HostileFile[] {
  return [
    ...[100, 10_000, 1_000_000].map((levels) =>
      whole(
        KIND,
        `${levels} levels in a record`,
        () => `${START}<hotel>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</hotel>${END}`,
      ),
    ),
    ...[900, 100_000].map((levels) =>
      whole(
        KIND,
        `records ${levels} levels deep`,
        () => `${'<a>'.repeat(levels)}${START}</hotels>${'</a>'.repeat(levels)}`,
      ),
    ),
    ...[1_999, 20_000, 300_000].map((count) =>
      whole(
        KIND,
        `${count} attributes`,
        () => `${START}<hotel ${Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ')}/>${END}`,
      ),
    ),
    whole(
      KIND,
      '100,000 element names',
      () => `${START}<hotel>${Array.from({ length: 100_000 }, (_, at) => `<a${at}>1</a${at}>`).join('')}</hotel>${END}`,
    ),
    whole(
      KIND,
      '100,000 paths outside records',
      () => `<r>${Array.from({ length: 100_000 }, (_, at) => `<a${at} x="1"/>`).join('')}</r>`,
    ),
    whole(
      KIND,
      '50,000 namespaces',
      () => `${START}<hotel>${Array.from({ length: 50_000 }, (_, at) => `<p${at}:a/>`).join('')}</hotel>${END}`,
    ),
    repeated(KIND, 'a record of small elements', {
      start: `${START}<hotel>`,
      part: '<a>1</a>',
      megabytes: 30,
      end: `</hotel>${END}`,
    }),
    repeated(KIND, 'records of nothing', { start: START, part: '<hotel/>', megabytes: 10, end: END }),
    repeated(KIND, 'elements around the records', {
      start: '<r>',
      part: '<a><b x="1"/></a>',
      megabytes: 20,
      end: `${START}</hotels></r>`,
    }),
  ]
}

function tokens(): HostileFile[] {
  const token = (what: string, start: string, part: string, end: string, megabytes = 40): HostileFile =>
    repeated(KIND, what, { start: `${START}${start}`, part, megabytes, end: `${end}${END}` })
  return [
    token('a text', '<hotel><name>', 'x', '</name></hotel>'),
    token('an attribute', '<hotel name="', 'x', '"/>'),
    token('a comment', '<!--', 'x ', '-->'),
    token('a CDATA section', '<hotel><name><![CDATA[', ']]', ']]></name></hotel>'),
    token('an instruction', '<?php ', 'x', '?>'),
    token('the name of an element', '<', 'x', '/>'),
    token('space in a tag', '<hotel ', ' ', '/>'),
    token('references to characters', '<hotel><name>', '&#120;', '</name></hotel>'),
    token('text between records', '', 'x y ', ''),
    repeated(KIND, 'a DOCTYPE', {
      start: '<!DOCTYPE r [',
      part: '<!ENTITY a "b">',
      megabytes: 30,
      end: `]>${START}${END}`,
    }),
    repeated(KIND, 'a declaration', { start: '<?xml ', part: 'x', megabytes: 20, end: `?>${START}${END}` }),
  ]
}

function damages(): HostileFile[] {
  const cases: readonly (readonly [string, () => Buffer | string])[] = [
    ['two roots', () => `${START}</hotels>${START}</hotels>`],
    ['closing tags in the wrong order', () => `${START}<hotel><a><b></a></b></hotel>${END}`],
    ['an attribute 50,000 times', () => `${START}<hotel ${'a="1" '.repeat(50_000)}/>${END}`],
    ['a declared encoding that it does not have', () => `<?xml version="1.0" encoding="utf-16"?>${START}${END}`],
    ['an unknown encoding', () => `<?xml version="1.0" encoding="ebcdic-x"?>${START}${END}`],
    ['UTF-16 without its last byte', () => Buffer.from(`\uFEFF${START}${END}`, 'utf16le').subarray(0, -1)],
    ['bytes of no encoding', () => Buffer.concat([Buffer.from(START), Buffer.alloc(100_000, 0xff), Buffer.from(END)])],
    ['NUL characters', () => `${START}<hotel><name>${'\0'.repeat(10_000)}</name></hotel>${END}`],
    [
      'keys of object prototypes',
      () => `${START}<hotel><__proto__><name>x</name></__proto__><constructor>y</constructor></hotel>${END}`,
    ],
    ['only an opening bracket', () => '<'],
    ['a document that stops', () => `${START}<hotel><name>Hot`],
  ]
  return cases.map(([what, content]) => whole(KIND, what, content))
}
