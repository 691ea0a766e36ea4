/**
 * `npm run bench -- schema [--part NAME]... [--base FOLDER]`: coverage of published formats, cost of adding a field,
 * custom schemas, and speed against an earlier commit. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { commitsPart } from './commits-part.ts'
import { customPart } from './custom-part.ts'
import { fieldsPart } from './fields-part.ts'
import { speedPart } from './speed-part.ts'

await runBench('schema', [fieldsPart, commitsPart, customPart, speedPart], { options: ['records'], keeping: ['base'] })
