import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '@utpid/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { writeSampleFeeds } from '../support/sample-feeds.ts'

const folder = newFolder()
const data = join(folder, 'data')
const at = (name: string): string => join(folder, name)

beforeAll(async () => {
  const { north } = writeSampleFeeds(folder)
  await runCli(['import', north, '--supplier', 'north', '--data', data])
  writeFileSync(at('prices.csv'), 'night;price\n1;90\n')
  writeFileSync(at('hotels.csv'), 'id;nom_commercial;ville\n1;Hotel Aurora;Bergen\n')
  writeFileSync(at('useless.jsonl'), '{"id":"1"}\n{"id":"2"\n')
  writeFileSync(at('two.jsonl'), '{"name":"a b"}\n{"name":"c d"}\n')
  writeFileSync(at('fake.jsonl.gz'), 'not gzip')
  writeFileSync(at('nameless.json'), '{"city":"Bergen"}')
  writeFileSync(at('m.jsonl'), '{}')
  mkdirSync(at('notes'))
  writeFileSync(at('notes/todo.txt'), 'x')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each row: the arguments, the exit code, the message. FOLDER stands for the folder of this test. */
const WRONG: readonly (readonly [command: string, code: number, sentence: string])[] = [
  ['serch ritz', 2, "Unknown command 'serch' (Did you mean search?)"],
  ['import FOLDER/north.jsonl --suplier x', 2, "Unknown option '--suplier' (Did you mean --supplier?)"],
  ['import', 2, 'Name a file to import, or a file of codes with --removed.'],
  ['import FOLDER/noth.jsonl --supplier x', 4, 'There is no file FOLDER/noth.jsonl; did you mean "north.jsonl"?'],
  ['import FOLDER/zzzzzzzz --supplier x', 4, 'There is no file FOLDER/zzzzzzzz; check its path.'],
  ['import FOLDER/notes --supplier x', 4, 'FOLDER/notes is a folder; name the files in it.'],
  ['import - - --supplier x', 2, '"-" is standard input, which can be read only once; use "-" once.'],
  [
    'import FOLDER/north.jsonl',
    2,
    'FOLDER/north.jsonl names no supplier; add --supplier ID, for example --supplier bedbank.',
  ],
  [
    'import FOLDER/north.jsonl --supplier ---',
    2,
    '"---" is not a valid supplier id; use letters a-z and digits, for example bedbank.',
  ],
  ['import FOLDER/north.jsonl --priority 5', 2, '--priority needs --supplier ID.'],
  [
    'import FOLDER/north.jsonl --supplier x --priority high',
    2,
    "Option '--priority <n>' argument 'high' is invalid. It must be a whole number from -1,000 to 1,000.",
  ],
  [
    'import FOLDER/hotels.csv --supplier x --column name',
    2,
    '"name" is not a mapping; write target=column, for example name=nom_commercial.',
  ],
  [
    'import FOLDER/hotels.csv --supplier x --column name=nom_comercial',
    2,
    'FOLDER/hotels.csv: the mapping names a column "nom_comercial", but the header does not have it; did you mean "nom_commercial"? Its columns are nom_commercial, id, ville.',
  ],
  [
    'import FOLDER/hotels.csv --supplier x --where Paris',
    2,
    '"Paris" is not a condition; write field=value or field!=value, for example city=Paris.',
  ],
  [
    'import FOLDER/prices.csv --supplier x',
    4,
    'FOLDER/prices.csv: no column is a name, a code or an identifier (night, price); map one, for example name=COLUMN. Is the first line a header?',
  ],
  [
    'import FOLDER/fake.jsonl.gz --supplier x',
    4,
    'FOLDER/fake.jsonl.gz ends in .gz but is not gzip data; rename it, or fetch it again.',
  ],
  [
    'import FOLDER/north.jsonl --supplier x --format xml',
    2,
    "Option '--format <format>' argument 'xml' is invalid. Allowed choices are jsonl, csv, json.",
  ],
  [
    'import FOLDER/north.jsonl --supplier x --report FOLDER/none/r.jsonl',
    2,
    'FOLDER/none/r.jsonl cannot be written: its folder does not exist; use another file.',
  ],
  [
    'import FOLDER/north.jsonl --supplier x --data FOLDER/notes',
    2,
    'FOLDER/notes holds other files (todo.txt) and no registry.json, so it is not a registry. Give a new or an empty folder.',
  ],
  [
    'import FOLDER/north.jsonl --supplier x --data FOLDER/hotels.csv',
    2,
    'FOLDER/hotels.csv is a file, which is read-only even if it is a registry package. Use the folder of a registry, or a new folder.',
  ],
  [
    'stats --data FOLDER/hotels.csv',
    7,
    'FOLDER/hotels.csv cannot be opened as a registry package: it does not end like one: it is another kind of file, or is truncated. Copy it again, or write a new one with "utpid package".',
  ],
  [
    'stats --data FOLDER/nowhere',
    5,
    'There is no registry in FOLDER/nowhere; create one with "utpid import FILE --supplier ID" or "utpid demo", or name its folder with --data.',
  ],
  [
    'get UTP-00000-00000-2',
    2,
    '"UTP-00000-00000-2" is not a UTPID: expected the form UTP-00000-00000-1, with its check character at the end. Was a character mistyped?',
  ],
  [
    'get UTP-00000-00000-1',
    3,
    'DATA has never had a product with the UTPID UTP-00000-00000-1; "utpid search" finds products by name.',
  ],
  ['locate UTP-00000-00000-1', 3, 'DATA has never had a product with the id UTP-00000-00000-1.'],
  ['locate', 2, 'Use either a UTPID (or alias) or supplier:code, or --supplier ID and --code CODE together.'],
  [
    'locate --supplier north',
    2,
    'Use either a UTPID (or alias) or supplier:code, or --supplier ID and --code CODE together.',
  ],
  ['locate --supplier norht --code n1', 3, 'There is no supplier "norht"; did you mean "north"?'],
  ['locate --supplier north --code n9', 3, 'DATA has never had a record with the code n9 of north.'],
  ['locate north:n9', 3, 'DATA has never had a record with the code n9 of north.'],
  ['locate norht:n1', 3, 'There is no supplier "norht"; did you mean "north"?'],
  ['get north:n9', 3, 'DATA has never had a record with the code n9 of north.'],
  ['get norht:n1', 3, 'There is no supplier "norht"; did you mean "north"?'],
  ['get north:', 2, '"north:" is not a record; write supplier:code, for example bedbank:12345.'],
  [
    'match',
    2,
    'There is nothing to match. Use options, for example: utpid match --name "Hotel Ritz" --city Paris; or JSON, a file, or "-".',
  ],
  [
    'match Aurora',
    2,
    '"Aurora" is neither JSON nor a file; to match by name: utpid match --name "Aurora" --city CITY.',
  ],
  ['match FOLDER/twoo.jsonl', 4, 'There is no file FOLDER/twoo.jsonl; did you mean "two.jsonl"?'],
  ['match nothere.json', 4, 'There is no file nothere.json; check its path.'],
  ['match FOLDER/notes', 4, 'FOLDER/notes is a folder; name the files in it.'],
  ['match FOLDER/two.jsonl', 2, 'FOLDER/two.jsonl has more than one record; use "utpid map" for several.'],
  ['match --city Bergen', 2, 'An input needs a name, a supplier with its code, or an identifier.'],
  ['match {}', 2, 'An input needs a name, a supplier with its code, or an identifier.'],
  ['match --name=', 2, 'An input needs a name, a supplier with its code, or an identifier.'],
  ['match FOLDER/nameless.json', 4, 'An input needs a name, a supplier with its code, or an identifier.'],
  ['match --name Aurora --lat 60', 2, 'Coordinates need both --lat and --lon.'],
  [
    'match --name Aurora --lat 95 --lon 5',
    2,
    "Option '--lat <degrees>' argument '95' is invalid. It must be a number from -90 to 90.",
  ],
  [
    'match --name Aurora --country Norwya',
    2,
    "Option '--country <country>' argument 'Norwya' is invalid. It is not a country; did you mean \"Norway\"?",
  ],
  [
    'match --name Aurora --identifier giata',
    2,
    "Option '--identifier <scheme=value>' argument 'giata' is invalid. Write scheme=value, for example giata=12345.",
  ],
  [
    'match --name Aurora --limit 0',
    2,
    "Option '--limit <n>' argument '0' is invalid. It must be a whole number from 1 to 50.",
  ],
  [
    'map FOLDER/north.jsonl --out FOLDER/out.xlsx',
    2,
    'FOLDER/out.xlsx has an unknown file extension; use a name that ends in .jsonl or .csv for --out, or "-" for standard output.',
  ],
  [
    'map FOLDER/north.jsonl --out FOLDER/north.jsonl',
    2,
    'FOLDER/north.jsonl is the input itself; use another file for --out.',
  ],
  [
    'map FOLDER/north.jsonl --mapping FOLDER/m.jsonl --out FOLDER/m.jsonl',
    2,
    'FOLDER/m.jsonl is the mapping file; use another file for --out.',
  ],
  [
    'map FOLDER/north.jsonl --out DATA/mapped.csv',
    2,
    'DATA/mapped.csv is in DATA, the folder of the registry; use another file for --out.',
  ],
  ['search', 2, 'Enter a search text, for example: utpid search "ritz paris"; or a filter such as --city or --type.'],
  ['search x --type profile:activty', 2, '"profile:activty" is not a category; did you mean "profile:activity"?'],
  ['search x --type hotle', 2, '"hotle" is not a category; did you mean "hotel"?'],
  ['search x --supplier nort', 3, 'There is no supplier "nort"; did you mean "north"?'],
  [
    'search x --offset 9990',
    2,
    'offset + limit is 10010; paging by offset ends at 10000: page on by cursor, or narrow the search.',
  ],
  [
    'search --near 91,0',
    2,
    "Option '--near <lat,lon>' argument '91,0' is invalid. It must be latitude and longitude in degrees, separated by a comma: 48.86,2.34.",
  ],
  [
    'search --near 48.86',
    2,
    "Option '--near <lat,lon>' argument '48.86' is invalid. It must be latitude and longitude in degrees, separated by a comma: 48.86,2.34.",
  ],
  [
    'search --near 1,2 --radius 60000',
    2,
    "Option '--radius <metres>' argument '60000' is invalid. It must be a whole number from 1 to 50,000.",
  ],
  ['search x --radius 100', 2, '--radius needs a point: add --near LAT,LON.'],
  [
    'search x --cursor abc --offset 5',
    2,
    '--cursor and --offset cannot be combined: a cursor already has the position.',
  ],
  [
    'search x --cursor abc',
    2,
    'This cursor does not belong to this search: it is damaged, or the text or a filter is different. Pass the "next" of the previous answer with the same text and filters, or omit the cursor to start again.',
  ],
  [
    'alerts --status closed',
    2,
    "Option '--status <status>' argument 'closed' is invalid. Allowed choices are open, merged, dismissed, withdrawn, all.",
  ],
  ['alerts --limit 0', 2, "Option '--limit <n>' argument '0' is invalid. It must be a whole number from 1 to 1,000."],
  ['duplicates UTP-00000-00000-1', 3, 'No product has the UTPID UTP-00000-00000-1.'],
  ['resolve a1', 2, 'Use either --merge (the same) or --dismiss (different).'],
  ['resolve a1 --merge --dismiss', 2, 'Use either --merge (the same) or --dismiss (different).'],
  [
    'resolve a1 --dismiss --survivor UTP-00000-00000-1',
    2,
    '--survivor needs --merge: with --dismiss both products stay.',
  ],
  ['resolve a1 --merge', 3, 'No alert has the id a1.'],
  ['reopen a1', 3, 'No alert has the id a1.'],
  ['merge UTP-00000-00000-1', 2, "Missing required argument 'other'."],
  ['merge UTP-00000-00000-1 UTP-00000-0000Z-3', 3, 'No product has the UTPID UTP-00000-00000-1.'],
  [
    'dismiss UTP-00000-00000-1 UTP-00000-0000Z-3 --by=',
    2,
    'Every decision is stored with a name, and this system has no user name: use --by NAME.',
  ],
  ['split UTP-00000-00000-1 n1', 2, '"n1" is not a record; write supplier:code, for example bedbank:12345.'],
  [
    'undo first',
    2,
    "Command-argument value 'first' is invalid for argument 'change'. It must be the number of a change; \"utpid history UTPID\" lists them.",
  ],
  ['undo 1', 2, 'Change 1 is not a curator decision; there is nothing to undo.'],
  ['delete UTP-00000-00000-1', 3, 'No product has the UTPID UTP-00000-00000-1.'],
  ['pin UTP-00000-00000-1 name', 2, '"name" is not a pin; write field=value, for example "name=Hotel Ritz".'],
  ['pin UTP-00000-00000-1 nmae=x', 2, '"nmae" is not a displayed field; did you mean "name"?'],
  ['pin UTP-00000-00000-1 name=', 2, 'name has no value; to remove a pin, use "utpid unpin".'],
  ['pin UTP-00000-00000-1 stars=four', 2, 'stars must be a number; "four" is not.'],
  [
    'pin UTP-00000-00000-1 coordinates=48.86',
    2,
    'coordinates must be latitude and longitude in degrees, separated by a comma: 48.86,2.34; "48.86" is not.',
  ],
  ['pin UTP-00000-00000-1 name=a name=b', 2, 'name is given twice; give it once.'],
  ['verify UTP-00000-00000-1', 3, 'No product has the UTPID UTP-00000-00000-1.'],
  ['lineage UTP-00000-00000-1', 3, 'DATA has never had a product with the id UTP-00000-00000-1.'],
  [
    'lineage UTP-00000-00000-1 --at yesterday',
    2,
    "Option '--at <time>' argument 'yesterday' is invalid. Write it as 2026-03-01 or 2026-03-01T14:05:00Z.",
  ],
  ['how UTP-00000-00000-1', 3, 'No product has the UTPID UTP-00000-00000-1.'],
  ['history UTP-00000-00000-1', 3, 'No product has the UTPID UTP-00000-00000-1.'],
  ['aliases UTP-00000-00000-1', 3, 'DATA has never had a product with the id UTP-00000-00000-1.'],
  ['aliases FOLDER/alias.csv', 4, 'There is no file FOLDER/alias.csv; check its path.'],
  ['deactivate north:zz', 3, 'No record has the code north:zz.'],
  ['suppliers deactivate norht --yes', 3, 'There is no supplier "norht"; did you mean "north"?'],
  ['review --supplier norht', 3, 'There is no supplier "norht"; did you mean "north"?'],
  [
    'import FOLDER/north.jsonl --supplier x --allow-loss 0.2',
    2,
    '--allow-loss needs --full, --removed-when or --removed: without them no record is deactivated.',
  ],
  [
    'import FOLDER/north.jsonl FOLDER/two.jsonl --supplier x --full',
    2,
    '--full needs one file with all records, since missing records are deactivated; join the parts: cat part-*.jsonl | utpid import - --full.',
  ],
  [
    'demo --data DATA',
    5,
    'DATA contains files that the demo did not create, so the demo did not change it. Use another folder for the demo, for example --data ./utpid-demo, or delete this one.',
  ],
]

test.for(WRONG)('utpid %s', async ([command, code, sentence]) => {
  const filled = (text: string): string => text.replaceAll('FOLDER', folder).replaceAll('DATA', data)
  const args = filled(command).split(' ')
  const needsData = !args.includes('--data') && args[0] !== 'serch'
  const result = await runCli(needsData ? [...args, '--data', data] : args)
  expect({ ...result, out: '' }).toEqual({ code, out: '', err: `utpid: ${filled(sentence)}\n` })
})

test('a file of which not one record can be used fails, after its lines were shown', async () => {
  const file = at('useless.jsonl')
  const { code, out, err } = await runCli(['import', file, '--supplier', 'x', '--data', data])
  expect(code).toBe(4)
  expect(out).toMatch(/^useless\.jsonl +1 /m)
  expect(err.trimEnd().split('\n')).toEqual([
    `${file}: 1 line could not be read, 1 record was rejected:`,
    '  line 1: The record has no usable name. Name its column with --column name=COLUMN.',
    expect.stringMatching(/^ {2}line 2: Not valid JSON/),
    `utpid: ${file}: not one record could be used (1 record rejected, 1 line unreadable); is it a feed, and are its columns mapped?`,
  ])
})

test('JSON that is none is said where it breaks', async () => {
  const { code, err } = await runCli(['match', '{"name": "Aurora"', '--data', data])
  expect(code).toBe(2)
  expect(err).toMatch(/^utpid: The argument is not valid JSON: .+\n$/)
})

test('a registry that another one has open is refused with the cure', async () => {
  const { openRegistry } = await import('../../src/place/open-registry.ts')
  await using _held = await openRegistry(data, { create: false })
  const { code, err } = await runCli(['stats', '--data', data])
  expect(code).toBe(5)
  expect(err).toMatch(/^utpid: .*data is already open in this process\. Use that storage, or close it first\.\n$/)
})

test('without a command, help goes to standard error and the exit code is 2; --help is a result', async () => {
  const bare = await runCli([])
  expect([bare.code, bare.out]).toEqual([2, ''])
  expect(bare.err).toMatch(/^Usage: utpid/)
  const help = await runCli(['--help'])
  expect([help.code, help.err]).toEqual([0, ''])
  expect(help.out).toBe(bare.err)
  for (const name of help.out.matchAll(/^ {2}(\w+) .*\[options\]/gm)) {
    expect((await runCli([name[1] as string, '--help'])).out).toContain('--debug')
  }
})

test('--debug shows where an error happened; without it no line looks like a stack', async () => {
  expect((await runCli(['get', 'x', '--data', data, '--debug'])).err).toMatch(/^ +at /m)
  expect((await runCli(['get', 'x', '--data', data])).err).not.toMatch(/^ +at /m)
})
