/**
 * `npm run bench -- http [--part NAME]... [--seconds N] [--records N] [--url ADDRESS] [--export FILE] [--registry
 * FOLDER] [--seed N] [--dirty]`: the registry over HTTP, served by `utpid serve`. See ../README.md.
 */
import { runAtPlace } from '../place/run-at-place.ts'
import { attacksPart } from './attacks-part.ts'
import { batchPart } from './batch-part.ts'
import { endpointsPart } from './endpoints-part.ts'
import { ratesPart, ratesPostgresPart, ratesReplicaPart } from './rates-part.ts'
import { stopPart } from './stop-part.ts'

await runAtPlace(
  'http',
  [endpointsPart, batchPart, ratesPart, ratesPostgresPart, ratesReplicaPart, stopPart, attacksPart],
  ['seconds', 'registry'],
)
