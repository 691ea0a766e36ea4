/**
 * `npm run bench -- postgres [--part NAME]... [--seed N] [--records N] [--url ADDRESS] [--export FILE]`: a registry in
 * PostgreSQL. See ../README.md.
 */
import { runBench } from '../report/run-bench.ts'
import { restorePart } from './restore-part.ts'
import { writersPart } from './writers-part.ts'

await runBench('postgres', [restorePart, writersPart], { options: ['records', 'url', 'export'] })
