/** `npm run bench -- service [--part NAME]...`: the service, where an outside test found it wrong. See ../README.md. */
import { runBench } from '../report/run-bench.ts'
import { reviewPart } from './review-part.ts'

await runBench('service', [reviewPart])
