import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXml } from '../../src/xml/read-xml.ts'
import { inPieces, noClock, type RowsRead, readRows } from '../support/read-rows.ts'

interface XmlRead extends RowsRead {
  readonly path: string | undefined
}

async function read(xml: string | Buffer, options: { records?: string; pieceBytes?: number } = {}): Promise<XmlRead> {
  let path: string | undefined
  const onRecords = (found: string): void => {
    path = found
  }
  const { records, pieceBytes } = options
  const rows = await readRows(readXml(inPieces(xml, pieceBytes), { records, onRecords, clock: noClock }))
  return { ...rows, path }
}

/** Returns the only row of a document with one `hotel`. */
async function rowOf(hotel: string): Promise<Record<string, unknown> | undefined> {
  const { rows, failures, thrown } = await read(`<hotels>${hotel}</hotels>`)
  expect([failures, thrown, rows.length]).toEqual([[], undefined, 1])
  return rows[0]
}

test('the records of a list are its repeated elements, with their lines', async () => {
  const xml = `<?xml version="1.0"?>
<!DOCTYPE properties SYSTEM "list.dtd">
<!-- two -->
<properties date="2024-05-01">
  <property id="1"><name>Adlon</name></property>
  <property
    id="2"><name>Ritz</name></property>
</properties>`
  const { rows, lines, path } = await read(xml)
  expect(path).toBe('properties/property')
  expect(rows).toEqual([
    { id: '1', name: 'Adlon' },
    { id: '2', name: 'Ritz' },
  ])
  expect(lines).toEqual([5, 6])
})

test.each([
  ['attributes and elements are members', '<hotel id="7"><name>A</name></hotel>', { id: '7', name: 'A' }],
  ['repeated elements are a list', '<hotel><tel>1</tel><tel>2</tel><tel>3</tel></hotel>', { tel: ['1', '2', '3'] }],
  [
    'a text beside attributes is #text',
    '<hotel><city id="3">Rom</city></hotel>',
    { city: { id: '3', '#text': 'Rom' } },
  ],
  ['an empty element is an empty text', '<hotel><wifi/><pool></pool></hotel>', { wifi: '', pool: '' }],
  [
    'an attribute with the name of an element is @name',
    '<hotel name="a"><name>b</name></hotel>',
    { '@name': 'a', name: 'b' },
  ],
  [
    'an attribute with the name of repeated elements is @name',
    '<hotel name="a"><name>b</name><name>c</name></hotel>',
    { '@name': 'a', name: ['b', 'c'] },
  ],
  ['space around a text is dropped', '<hotel><name>\n  A  B \n</name></hotel>', { name: 'A  B' }],
  ['CDATA is text', '<hotel><d>a <![CDATA[<b> & ]] c]]> d</d></hotel>', { d: 'a <b> & ]] c d' }],
  ['comments and instructions are no text', '<hotel><d>a<!-- - x -->b<?php y ?>c</d></hotel>', { d: 'abc' }],
  [
    'entities of XML are characters',
    '<hotel><d>&lt;&amp;&gt;&quot;&apos;&#8364;&#x1F600;</d></hotel>',
    { d: '<&>"\'€😀' },
  ],
  ['entities in attributes are characters', '<hotel d="a &amp; b &#x20AC;"/>', { d: 'a & b €' }],
  ['line ends are line feeds', '<hotel><d>a\r\nb\rc</d></hotel>', { d: 'a\nb\nc' }],
  ['a prefix is dropped', '<hotel xmlns:h="u"><h:name>A</h:name><h:city>B</h:city></hotel>', { name: 'A', city: 'B' }],
  [
    'prefixes that distinguish elements stay',
    '<hotel><g:title>A</g:title><title>B</title><h:title>C</h:title><g:title>D</g:title></hotel>',
    { 'g:title': ['A', 'D'], title: 'B', 'h:title': 'C' },
  ],
  ['prefixes of attributes are dropped', '<hotel xml:lang="de" xlink:href="u"/>', { lang: 'de', href: 'u' }],
  ['schema attributes are no data', '<hotel xmlns="u" xsi:schemaLocation="v"><a xsi:nil="true"/></hotel>', { a: '' }],
  ['mixed text is joined', '<hotel>a<b>c</b>d</hotel>', { '#text': 'ad', b: 'c' }],
  ['an element inside a record with its name is part of it', '<hotel><hotel id="1"/></hotel>', { hotel: { id: '1' } }],
  [
    'names of object members are data',
    '<hotel><constructor>a</constructor><toString>b</toString></hotel>',
    { constructor: 'a', toString: 'b' },
  ],
])('%s', async (_, hotel, row) => {
  expect(await rowOf(hotel)).toEqual(row)
})

test('an element __proto__ is data and changes no prototype', async () => {
  const row = await rowOf('<hotel><__proto__><polluted>1</polluted></__proto__></hotel>')
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  expect(Object.keys(row ?? {})).toEqual(['__proto__'])
})

test.each([
  [
    'a single record by its usual name',
    '<r><head a="1"/><Hotel><n>A</n><rooms><room a="1"/><room a="2"/></rooms></Hotel></r>',
    'r/Hotel',
  ],
  ['a single record as the root', '<hotel><name>A</name><rooms><room n="1"/><room n="2"/></rooms></hotel>', 'hotel'],
  [
    'records inside groups',
    '<r><country c="1"><hotel><n>A</n></hotel></country><country c="2"><hotel><n>B</n></hotel></country></r>',
    'r/country/hotel',
  ],
  ['repeated elements without a usual name', '<r><x><n>A</n></x><x><n>B</n></x></r>', 'r/x'],
  [
    'the larger of two lists',
    `<r><cities><c id="1"/><c id="2"/></cities><data>${'<d><n>long name</n></d>'.repeat(9)}</data></r>`,
    'r/data/d',
  ],
  ['the only child with members', '<r><status>ok</status><thing><n>A</n></thing></r>', 'r/thing'],
  ['the root if nothing else is a record', '<r><n>A</n><n>B</n></r>', 'r'],
  [
    'records in an envelope with prefixes',
    '<s:E xmlns:s="u"><s:B><h:hotel id="1"/><h:hotel id="2"/></s:B></s:E>',
    'E/B/hotel',
  ],
])('finds %s', async (_, xml, path) => {
  const found = await read(xml)
  expect(found.path).toBe(path)
  expect(found.rows.length).toBeGreaterThan(0)
})

const TWO_LISTS = '<r><a><x id="1"/><x id="2"/></a><b><x id="3"/></b><c><y id="4"/></c></r>'

test.each([
  ['y', 'r/c/y', ['4']],
  ['x', 'r/a/x', ['1', '2', '3']],
  ['b/x', 'r/b/x', ['3']],
  ['/r/b/x', 'r/b/x', ['3']],
])('records named %s are read', async (records, path, ids) => {
  const found = await read(TWO_LISTS, { records })
  expect([found.path, found.rows.map(({ id }) => id)]).toEqual([path, ids])
})

test('a name that no element has is an error that names the elements', async () => {
  const { thrown, message } = await read(TWO_LISTS, { records: 'hotel' })
  expect(thrown).toBe('unknown_records')
  expect(message).toContain('r/a/x')
})

test.each([
  [
    'a missing closing tag',
    '<hotels>\n<hotel><n>A</n></hotel>\n<hotel><n>B</hotel>\n</hotels>',
    'invalid_xml',
    /line 3.*<n>/,
  ],
  [
    'an & that is not escaped',
    '<hotels>\n<hotel><n>A</n></hotel>\n<hotel><n>Bed & Breakfast</n>\n\n<m>&amp;</m></hotel></hotels>',
    'invalid_xml',
    /line 3.*&amp;/,
  ],
  ['a cut document', '<hotels>\n<hotel><n>A</n></hotel>\n<hotel><n>B</n>', 'truncated_xml', /line 3/],
  ['a document cut inside a tag', '<hotels>\n<hotel><n>A</n></hotel>\n<hotel><n', 'truncated_xml', /line 3/],
  ['a second root', '<hotels>\n<hotel><n>A</n></hotel>\n</hotels><more/>', 'invalid_xml', /line 3/],
  ['a text after the root', '<hotels>\n<hotel><n>A</n></hotel>\n</hotels>more', 'invalid_xml', /line 3/],
  [
    'an attribute without quotes',
    '<hotels>\n<hotel><n>A</n></hotel>\n<hotel id=1></hotel></hotels>',
    'invalid_xml',
    /line 3/,
  ],
])('%s is an error with its line, after the records before it', async (_, xml, code, message) => {
  for (const pieceBytes of [1, 7, 100_000]) {
    const found = await read(xml, { records: 'hotel', pieceBytes })
    expect([found.rows, found.thrown]).toEqual([[{ n: 'A' }], code])
    expect(found.message).toMatch(message)
  }
})

test.each([
  ['an entity that neither XML nor HTML defines', 'a&nosuch;b', 'invalid_xml'],
  ['an entity with the name of an object member', 'a&constructor;b', 'invalid_xml'],
  ['an attribute that is given twice', '<a b="1" b="2"/>', 'invalid_xml'],
  ['a control character', 'a\u0001b', 'invalid_xml'],
  ['a reference to a control character', 'a&#0;b', 'invalid_xml'],
  ['a long text', 'x'.repeat(100_001), 'cell_too_long'],
  ['a very long text', 'x'.repeat(3_000_000), 'line_too_long'],
  ['a very long CDATA section', `<![CDATA[${'x'.repeat(3_000_000)}]]>`, 'line_too_long'],
  ['many elements', '<a>1</a>'.repeat(150_000), 'line_too_long'],
  ['a deep element', `${'<a>'.repeat(70)}${'</a>'.repeat(70)}`, 'too_deep'],
  ['a long name', `<${'a'.repeat(1_001)}/>`, 'cell_too_long'],
  ['a long attribute', `<a b="${'x'.repeat(100_001)}"/>`, 'cell_too_long'],
  ['many attributes', `<a ${Array.from({ length: 2_001 }, (_, at) => `a${at}=""`).join(' ')}/>`, 'too_many_columns'],
])('%s fails its record only', async (_, text, code) => {
  const xml = `<hotels>\n<hotel><n>A</n></hotel>\n<hotel><n>${text}</n></hotel>\n<hotel><n>B</n></hotel></hotels>`
  const found = await read(xml, { records: 'hotel' })
  expect([found.thrown, found.rows, found.failures]).toEqual([undefined, [{ n: 'A' }, { n: 'B' }], [`3:${code}`]])
})

test('entities of HTML are decoded, and their record reports it', async () => {
  const xml =
    '<r><head>&copy;</head><hotel n="A"/><hotel n="H&ocirc;tel"><c>B&eacute;ziers&nbsp;&amp; Co</c></hotel>\n<hotel n="B"/></r>'
  const { rows, repairs, failures } = await read(xml, { records: 'hotel' })
  expect(rows).toEqual([{ n: 'A' }, { n: 'Hôtel', c: 'Béziers\u00a0& Co' }, { n: 'B' }])
  expect([repairs, failures]).toEqual([['1:xml_entity_decoded'], []])
})

test.each([
  ['too many attributes', Array.from({ length: 2_001 }, (_, at) => `a${at}=""`).join(' '), 'too_many_columns'],
  ['an undefined entity', 'a="&nope;"', 'invalid_xml'],
])('%s in the tag of a record fails the record', async (_, attributes, code) => {
  const { rows, failures } = await read(`<r><hotel id="1"/><hotel ${attributes}/><hotel id="3"/></r>`, {
    records: 'hotel',
  })
  expect([rows, failures]).toEqual([[{ id: '1' }, { id: '3' }], [`1:${code}`]])
})

test('bytes that are not UTF-8 fail their record only', async () => {
  const xml = Buffer.from(
    '<hotels><hotel><n>Ä</n></hotel><hotel><n>\xe9</n></hotel><hotel><n>Ö</n></hotel></hotels>',
    'latin1',
  )
  const mixed = Buffer.from(xml.toString('latin1').replace('Ä', 'Ã\x84').replace('Ö', 'Ã\x96'), 'latin1')
  const { rows, failures } = await read(mixed)
  expect([rows, failures]).toEqual([[{ n: 'Ä' }, { n: 'Ö' }], ['1:invalid_encoding']])
})

test('an empty document has no records', async () => {
  expect(await read('')).toMatchObject({ rows: [], failures: [], thrown: undefined })
  expect(await read('<hotels/>')).toMatchObject({ failures: [], thrown: undefined })
})

/** A value that XML can store: a text, an object, or a list of at least two. */
const name = fc.constantFrom('name', 'city', 'phone', 'lat', 'größe', 'a-b.c')
const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/[\p{Cc}\p{Cn}\uFFFE\uFFFF]/gu, '').trim())
const { row: anyRow } = fc.letrec<{ value: unknown; row: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ weight: 4, arbitrary: text }, tie('row'), fc.array(text, { minLength: 2, maxLength: 4 })),
  row: fc.dictionary(name, tie('value'), { minKeys: 1, noNullPrototype: true }),
}))

function escaped(value: string): string {
  return value.replace(/[<&>]/g, (character) => `&#${character.codePointAt(0)};`)
}

function write(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => write(key, each)).join('\n')
  if (typeof value === 'string') return `<${key}>${escaped(value)}</${key}>`
  const parts = Object.entries(value as object).map(([name, each]) => write(name, each))
  return `<${key}>${parts.join('')}</${key}>`
}

test('rows that were written are read again, in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, pieceBytes) => {
        const xml = `<hotels>${rows.map((row) => write('hotel', row)).join('\n')}</hotels>`
        const found = await read(xml, { pieceBytes })
        expect([found.failures, found.thrown, found.rows]).toEqual([[], undefined, rows])
      },
    ),
  )
})
