/**
 * `npm run bench -- replica [--seed N] [--records N] [--url ADDRESS] [--export FILE] [--schema NAME] [--idle 1]
 * [--dirty]`: a replica of a registry in PostgreSQL, in memory and in a folder. See ../README.md.
 */
import { runAtPlace } from '../place/run-at-place.ts'
import { replicaPart } from './replica-part.ts'

await runAtPlace('replica', [replicaPart], ['schema', 'idle'])
