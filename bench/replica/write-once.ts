/**
 * `write-once.ts URL SCHEMA RATE SEED`: writes transactions of one record to a registry in PostgreSQL at RATE a second,
 * until its standard input ends; prints a {@link WrittenOnce}. Each write starts at its due time, without waiting for
 * earlier ones. The script runs in a separate process, since the measuring process is busy with its copy.
 */
import { setTimeout } from 'node:timers/promises'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { singleTransactions } from '../postgres/single-transactions.ts'

export interface WrittenOnce {
  readonly written: number
  readonly seconds: number
}

/** Maximum concurrent writes. A further write waits and is late. */
const MAX_IN_FLIGHT = 300

const [connectionString = '', schema = '', rate = '0', seed = '0'] = process.argv.slice(2)
const storage = await openPostgresStorage({ connectionString, schema })
const transaction = await singleTransactions(storage.ledger, Number(seed))
let isOn = true
process.stdin.resume().on('end', () => {
  isOn = false
})
process.stdout.write('writing\n')

const inFlight = new Set<Promise<unknown>>()
const began = performance.now()
let written = 0
while (isOn) {
  const due = began + (written * 1_000) / Number(rate)
  if (due > performance.now()) await setTimeout(due - performance.now())
  if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
  const write = storage.ledger.commit(transaction())
  inFlight.add(write)
  void write.then(() => inFlight.delete(write))
  written++
}
await Promise.all(inFlight)
const answer: WrittenOnce = { written, seconds: (performance.now() - began) / 1_000 }
await storage.close()
process.stdout.write(JSON.stringify(answer))
