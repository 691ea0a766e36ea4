/**
 * `npm run bench -- memory [--records N] [--export FILE] [--work FOLDER] [--seed N] [--dirty]`: memory and speed of the
 * in-memory indexes. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { indexPart } from './index-part.ts'

await runBench('memory', [indexPart], { options: ['records', 'export'], keeping: ['work'] })
