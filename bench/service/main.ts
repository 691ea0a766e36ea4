/** `npm run bench -- service [--part NAME]... [--seconds N]`: the service, where an outside test found it wrong. See ../README.md. */
import { runBench } from '../report/run-bench.ts'
import { lockoutPart } from './lockout-part.ts'
import { reviewPart } from './review-part.ts'

await runBench('service', [reviewPart, lockoutPart], { options: ['seconds'] })
