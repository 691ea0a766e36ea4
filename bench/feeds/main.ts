/** `npm run bench -- feeds [--part NAME]...`: reading of suppliers' feeds. See ../README.md. */
import { runBench } from '../harness/run-bench.ts'
import { samplesPart } from './samples-part.ts'

await runBench('feeds', [samplesPart])
