/** `npm run bench -- schema [--part NAME]...`: measures the coverage of published formats. See ../README.md. */
import { runBench } from '../harness/run-bench.ts'
import { fieldsPart } from './fields-part.ts'

await runBench('schema', [fieldsPart])
