import { setTimeout } from 'node:timers/promises'
import type { Part, PartResult } from '../harness/part.ts'
import { quantile } from '../harness/quantile.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { filledSchema } from '../place/filled.ts'
import { singleTransactions } from './single-transactions.ts'

const CONNECTIONS = 10
const PER_SECOND = 300
const SECONDS = 10

/** Commits transactions of one record each at a steady rate, without waiting for earlier ones. */
export const commitPart: Part = {
  name: 'commit',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const schema = await filledSchema(context)
    const storage = await schema.open(CONNECTIONS)
    context.say('postgres: commits')
    const { ledger } = storage
    const step = await singleTransactions(ledger, context.seed)
    await Promise.all(Array.from({ length: PER_SECOND }, () => ledger.commit(step())))
    const times: number[] = []
    const running: Promise<unknown>[] = []
    const failed: unknown[] = []
    const started = performance.now()
    for (let at = 0; at < PER_SECOND * SECONDS; at++) {
      const due = started + (at * 1_000) / PER_SECOND
      if (due > performance.now()) await setTimeout(due - performance.now())
      // Measure from the due time, since a late start also delays the caller.
      const written = ledger.commit(step()).then(
        () => times.push(performance.now() - due),
        (error: unknown) => failed.push(error),
      )
      running.push(written)
    }
    await Promise.all(running)
    await storage.close()
    if (failed.length > 0) throw failed[0]
    return {
      n: schema.records,
      rows: [
        plainRow('commit.p50', `commits of one record, ${PER_SECOND} a second, p50`, quantile(times, 0.5), 'ms'),
        barRow('commit.p99', '... p99', quantile(times, 0.99), 'ms', ['<=', 20]),
      ],
    }
  },
}
