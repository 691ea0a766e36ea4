import { times } from '@utpid/testing'
import { expect, it } from 'vitest'
import { startChild } from '../support/child-process.ts'
import { expectWhole } from '../support/expect-whole.ts'
import { ROUNDS_WITHIN_MS } from '../support/long-rounds.ts'
import { OwnServer } from '../support/server/own-server.ts'
import { type HotelStep, WrittenHotels } from '../support/written-hotels.ts'

const ROUNDS = times(50, 3)
/** The number of rounds per schema. It limits the time for checking everything. */
const ROUNDS_PER_SCHEMA = 10
const VERSIONS_PER_ROUND = 100_000

function take(line: string, written: WrittenHotels): void {
  const { what, ...step } = JSON.parse(line) as HotelStep & { readonly what: 'try' | 'done' }
  if (what === 'try') written.try(step)
  else written.acknowledge(step)
}

it(
  `loses no acknowledged write and leaves no partial write when a writer is killed, in ${ROUNDS} rounds`,
  async () => {
    const server = await OwnServer.start()
    let written = new WrittenHotels()
    let acknowledged = 0
    for (let round = 0; round < ROUNDS; round++) {
      if (round % ROUNDS_PER_SCHEMA === 0) written = new WrittenHotels()
      const schema = `killed ${Math.floor(round / ROUNDS_PER_SCHEMA)}`
      // The hotels of a writer overlap with the hotels of earlier writers.
      const from = (round % ROUNDS_PER_SCHEMA) * 4
      const child = startChild('writer-child.ts', [
        server.url,
        schema,
        `${from}`,
        `${(round + 1) * VERSIONS_PER_ROUND}`,
      ])
      for (let left = 1 + ((round * 37) % 83); left > 0; left--) {
        const { value, done } = await child.lines.next()
        if (done === true) throw new Error('The writer exited by itself.')
        take(value, written)
      }
      await child.kill()
      for (let line = await child.lines.next(); line.done !== true; line = await child.lines.next()) {
        take(line.value, written)
      }
      acknowledged += written.count
      await expectWhole(server.url, schema, written)
    }
    expect(acknowledged).toBeGreaterThan(ROUNDS)
  },
  ROUNDS_WITHIN_MS,
)
