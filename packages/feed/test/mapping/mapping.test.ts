import { FeedError, parseMapping, parseMappingFile } from '@utpid/feed'
import { expect, test } from 'vitest'

test('targets are paths, flat names or aliases; everything after the first = is the column', () => {
  expect(
    parseMapping(['name=nom', 'city = Ville', 'lat=y', 'identifiers.siret=SIRET', 'name:fr=n', 'extra.x=a=b']).columns,
  ).toEqual([
    { target: 'name', column: 'nom' },
    { target: 'location.city', column: 'Ville' },
    { target: 'location.latitude', column: 'y' },
    { target: 'identifiers.siret', column: 'SIRET' },
    { target: 'altNames.fr', column: 'n' },
    { target: 'extra.x', column: 'a=b' },
  ])
})

test('a mapping file contains columns and constants, and pairs win over the file', () => {
  const file = parseMappingFile(
    '{"columns":{"name":"nom","code":"id"},"constants":{"category":"hotel","supplier":"s"}}',
  )
  expect(parseMapping(['name=titre', 'category=type'], file)).toEqual({
    columns: [
      { target: 'code', column: 'id' },
      { target: 'name', column: 'titre' },
      { target: 'category', column: 'type' },
    ],
    constants: [{ target: 'supplier', value: 's' }],
  })
})

test.each([
  [
    'an unknown target, with the most similar name first',
    () => parseMapping(['citty=x']),
    'unknown_target',
    'did you mean "location.city"? Valid fields are location.city,',
  ],
  ['no =', () => parseMapping(['name']), 'invalid_mapping', '"name"'],
  ['an empty target', () => parseMapping(['=x']), 'invalid_mapping', '"=x"'],
  [
    'a repeated target',
    () => parseMapping(['city=a', 'location.city=b']),
    'invalid_mapping',
    '"location.city" is mapped twice',
  ],
  ['a file that is not JSON', () => parseMappingFile('{', 'm.json'), 'invalid_mapping', 'm.json is not JSON'],
  ['a file that is a list', () => parseMappingFile('[]', 'm.json'), 'invalid_mapping', 'm.json is not a JSON object'],
  ['a file with an unknown part', () => parseMappingFile('{"colums":{}}'), 'invalid_mapping', '"colums"'],
  [
    'a file with an unknown target',
    () => parseMappingFile('{"constants":{"categroy":"x"}}'),
    'unknown_target',
    '"category"',
  ],
  ['a column that is not a name', () => parseMappingFile('{"columns":{"name":3}}'), 'invalid_mapping', '"name"'],
] as const)('rejects %s', (_what, parse, code, part) => {
  let thrown: unknown
  try {
    parse()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(FeedError)
  expect(thrown).toMatchObject({ code, message: expect.stringContaining(part) })
})
