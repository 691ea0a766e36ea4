/** A process that writes until it is killed: `writer-child.ts ADDRESS SCHEMA FROM VERSION`. */
import { writeSync } from 'node:fs'
import { createRegistry } from '@utpid/core'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { writeHotels } from './write-hotels.ts'
import type { HotelStep } from './written-hotels.ts'

const [connectionString, schema, from, version] = process.argv.slice(2) as [string, string, string, string]

/** Writes a line synchronously, so that a kill loses no line. */
function say(what: 'try' | 'done', step: HotelStep): void {
  writeSync(1, `${JSON.stringify({ what, ...step })}\n`)
}

const registry = await createRegistry({ storage: await openPostgresStorage({ connectionString, schema }) })
await writeHotels(registry, {
  from: Number(from),
  version: Number(version),
  trying: (step) => say('try', step),
  acknowledged: (step) => say('done', step),
  goesOn: () => true,
})
