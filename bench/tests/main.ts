/** `npm run bench -- tests [--part NAME]...`: the duration of the tests, and the bugs they detect. See ../README.md. */
import { runBench } from '../harness/run-bench.ts'
import { casesPart } from './cases-part.ts'
import { ciPart, startPart, testPart } from './duration-parts.ts'
import { mutantsPart } from './mutants-part.ts'

await runBench('tests', [startPart, testPart, casesPart, mutantsPart, ciPart], { options: ['at', 'mutant', 'base'] })
