/**
 * `npm run bench -- feeds [--part NAME]... [--products N] [--cases N] [--rows N] [--gigabytes N] [--seed N]
 * [--dirty]`: feeds of suppliers, from their files to the answer at booking time. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { backPart } from './back-part.ts'
import { categoryPart } from './category-part.ts'
import { columnsPart } from './columns-part.ts'
import { confirmPart } from './confirm-part.ts'
import { hostilePart } from './hostile-part.ts'
import { memoryPart } from './memory-part.ts'
import { messyPart } from './messy-part.ts'
import { samplesPart } from './samples-part.ts'
import { speedPart } from './speed-part.ts'

await runBench(
  'feeds',
  [samplesPart, columnsPart, categoryPart, messyPart, hostilePart, speedPart, memoryPart, backPart, confirmPart],
  {
    options: ['products', 'cases', 'rows', 'gigabytes'],
  },
)
