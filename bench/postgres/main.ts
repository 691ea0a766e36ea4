/**
 * `npm run bench -- postgres [--part NAME]... [--records N] [--url ADDRESS] [--export FILE] [--seed N] [--dirty]`: a
 * registry in PostgreSQL. See ../README.md.
 */
import { runInEnvironment } from '../place/run-in-environment.ts'
import { answersPart } from './answers-part.ts'
import { ontoPart, restorePart, writersPart } from './import-parts.ts'
import { commitPart, matchPart, searchPart, sizePart } from './registry-parts.ts'

// The parts that write come last.
const PARTS = [sizePart, searchPart, matchPart, answersPart, commitPart, ontoPart, restorePart, writersPart]
await runInEnvironment('postgres', PARTS)
