/**
 * `npm run bench -- postgres [--part NAME]... [--records N] [--url ADDRESS] [--export FILE] [--seed N] [--dirty]`: a
 * registry in PostgreSQL. See ../README.md.
 */

import { runInEnvironment } from '../place/run-in-environment.ts'
import { answersPart } from './answers-part.ts'
import { commitPart } from './commit-part.ts'
import { matchPart } from './match-part.ts'
import { ontoPart } from './onto-part.ts'
import { restorePart } from './restore-part.ts'
import { searchPart } from './search-part.ts'
import { sizePart } from './size-part.ts'
import { writersPart } from './writers-part.ts'

// The parts that write come last.
const PARTS = [sizePart, searchPart, matchPart, answersPart, commitPart, ontoPart, restorePart, writersPart]
await runInEnvironment('postgres', PARTS)
