/** `npm run bench -- house [--part NAME]...`: measures the state of code and documents. See ../README.md. */
import { runBench } from '../harness/run-bench.ts'
import { codePart, documentsPart, foldersPart, prosePart, surfacePart } from './house-parts.ts'

await runBench('house', [foldersPart, codePart, surfacePart, documentsPart, prosePart], { options: ['base'] })
