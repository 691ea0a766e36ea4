/** `npm run bench -- house [--part NAME]...`: measures the state of code and documents. See ../README.md. */
import { runBench } from '../harness/run-bench.ts'
import { codePart } from './code-part.ts'
import { documentsPart } from './documents-part.ts'
import { foldersPart } from './folders-part.ts'
import { prosePart } from './prose-part.ts'
import { surfacePart } from './surface-part.ts'

await runBench('house', [foldersPart, codePart, surfacePart, documentsPart, prosePart], { options: ['base'] })
