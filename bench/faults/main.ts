/** `npm run bench -- faults [--part NAME]...`: what becomes of damage. See ../README.md. */
import { runBench } from '../report/run-bench.ts'
import { damagePart } from './damage-part.ts'

await runBench('faults', [damagePart], { options: ['faults', 'only'] })
