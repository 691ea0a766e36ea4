/**
 * `write-once.ts URL SCHEMA RATE SEED`: writes steps of one record to a registry in PostgreSQL, so many a second, each at
 * its time whether or not those before were answered, until its standard input ends; prints a {@link WrittenOnce}. In a
 * process of its own, since who makes a copy meanwhile keeps its own process busy.
 */
import { setTimeout } from 'node:timers/promises'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { singleSteps } from '../postgres/single-steps.ts'

export interface WrittenOnce {
  readonly written: number
  readonly seconds: number
}

/** So many may wait for their answer; one that is due beyond them waits too, and is late. */
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
