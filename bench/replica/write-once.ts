/**
 * `write-once.ts URL SCHEMA RATE SEED`: writes transactions of one record to a registry in PostgreSQL at RATE a second,
 * until its standard input ends; prints a {@link WrittenOnce}. Each write starts at its due time, whether or not
 * earlier ones have completed. It is a separate process, since making a copy keeps that process busy.
 */
import { setTimeout } from 'node:timers/promises'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { singleSteps } from '../postgres/single-steps.ts'

export interface WrittenOnce {
  readonly written: number
  readonly seconds: number
}

/** Maximum concurrent writes. A write above it waits and is late. */
const UNDER_WAY_MOST = 300

const [connectionString = '', schema = '', rate = '0', seed = '0'] = process.argv.slice(2)
const storage = await openPostgresStorage({ connectionString, schema })
const step = await singleSteps(storage.ledger, Number(seed))
let isOn = true
process.stdin.resume().on('end', () => {
  isOn = false
})
process.stdout.write('writing\n')

const underWay = new Set<Promise<unknown>>()
const began = performance.now()
let written = 0
while (isOn) {
  const due = began + (written * 1_000) / Number(rate)
  if (due > performance.now()) await setTimeout(due - performance.now())
  if (underWay.size >= UNDER_WAY_MOST) await Promise.race(underWay)
  const write = storage.ledger.commit(step())
  underWay.add(write)
  void write.then(() => underWay.delete(write))
  written++
}
await Promise.all(underWay)
const answer: WrittenOnce = { written, seconds: (performance.now() - began) / 1_000 }
await storage.close()
process.stdout.write(JSON.stringify(answer))
