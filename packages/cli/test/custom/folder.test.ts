import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { houseFiles, labelFiles, QUERIES, SCHEMA_FILE } from './houses.ts'
import {
  countThreadResults,
  importHouses,
  proveLinked,
  proveServed,
  proveServedThreads,
  proveTrained,
} from './prove-place.ts'

const write = houseFiles()

test('a folder scores, links and explains by the schema, and the same after it is opened again', async () => {
  const place = join(temporaryFolder(), 'data')
  await importHouses(place, write)
  await proveLinked(place)
})

longTest('a model that is trained with the schema scores in a folder', async () => {
  const place = join(temporaryFolder(), 'data')
  await importHouses(place, write)
  await proveTrained(place, labelFiles(write), write('model.json', []))
})

test('threads of "utpid map" match as the command itself does', async () => {
  const place = join(temporaryFolder(), 'data')
  await importHouses(place, write)
  const input = write('queries.jsonl', QUERIES)
  const mapped = async (...more: readonly string[]): Promise<string> => {
    const out = write('mapped.jsonl', [])
    const { code, err } = await runCli(['map', input, '--data', place, '--schema', SCHEMA_FILE, '--out', out, ...more])
    expect(code, err).toBe(0)
    return readFileSync(out, 'utf8')
  }
  const alone = await mapped()
  const results = countThreadResults()
  expect(await mapped('--workers', '2')).toBe(alone)
  expect(results()).toBe(QUERIES.length)
  expect(alone).toContain('"decision":"match"')
})

test('a service of a folder uses the schema', async () => {
  await proveServed(join(temporaryFolder(), 'data'))
})

test('the threads of a service of a folder use the schema', async () => {
  const place = join(temporaryFolder(), 'data')
  await importHouses(place, write)
  await proveServedThreads(place)
})
