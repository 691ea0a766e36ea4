/**
 * `npm run bench -- postgres [--part NAME]... [--records N] [--url ADDRESS] [--export FILE] [--seed N] [--dirty]`: a
 * registry in PostgreSQL. See ../README.md.
 */
import { runBench } from '../report/run-bench.ts'
import { answersPart } from './answers-part.ts'
import { PLACE } from './bench-place.ts'
import { commitPart } from './commit-part.ts'
import { matchPart } from './match-part.ts'
import { searchPart } from './search-part.ts'
import { sizePart } from './size-part.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The server is a process of its own, which would stay.
  process.once(signal, () => void PLACE.close().finally(() => process.exit(1)))
}
try {
  // What writes comes last.
  await runBench('postgres', [sizePart, searchPart, matchPart, answersPart, commitPart], {
    options: ['records', 'url', 'export'],
  })
} finally {
  await PLACE.close()
}
