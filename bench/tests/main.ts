/** `npm run bench -- tests [--part NAME]...`: the duration of the tests, and the bugs they detect. See ../README.md. */
import { runBench } from '../harness/run-bench.ts'
import { casesPart } from './cases-part.ts'
import { ciPart } from './ci-part.ts'
import { mutantsPart } from './mutants-part.ts'
import { startPart } from './start-part.ts'
import { testPart } from './test-part.ts'

await runBench('tests', [startPart, testPart, casesPart, mutantsPart, ciPart], { options: ['at', 'mutant', 'base'] })
