/** `npm run bench -- tests [--part NAME]...`: how long the tests take, and what they catch. See ../README.md. */
import { runBench } from '../report/run-bench.ts'
import { mutantsPart } from './mutants-part.ts'

await runBench('tests', [mutantsPart], { options: ['at', 'mutant'] })
