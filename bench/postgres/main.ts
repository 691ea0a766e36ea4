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

try {
  // What writes comes last.
  await runBench('postgres', [sizePart, searchPart, matchPart, answersPart, commitPart], {
    options: ['records', 'url', 'export'],
  })
} finally {
  await PLACE.close()
}
