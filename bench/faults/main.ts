/**
 * `npm run bench -- faults [--part NAME]... [--base FOLDER]`: how damage, identical records and alerts affect a
 * registry. See ../README.md.
 */
import { runBench } from '../harness/run-bench.ts'
import { comparisonPart } from './comparison-part.ts'
import { crowdPart } from './crowd-part.ts'
import { damagePart } from './damage-part.ts'
import { orderPart } from './order-part.ts'

await runBench('faults', [damagePart, crowdPart, orderPart, comparisonPart], {
  options: ['faults', 'only'],
  keeping: ['base'],
})
