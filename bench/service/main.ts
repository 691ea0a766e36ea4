/**
 * `npm run bench -- service [--part NAME]... [--seconds N] [--records N] [--requests N] [--url ADDRESS] [--registry
 * FOLDER]`: checks of the service for problems that an external test found. See ../README.md.
 */
import { loadsPart } from '../http/loads-part.ts'
import { MIX } from '../load/bench-request.ts'
import { runInEnvironment } from '../place/run-in-environment.ts'
import { burstPart } from './burst-part.ts'
import { filtersPart } from './filters-part.ts'
import { generatedPart } from './generated-part.ts'
import { hostilePart } from './hostile-part.ts'
import { lockoutPart } from './lockout-part.ts'
import { reviewPart } from './review-part.ts'
import { uploadsPart } from './uploads-part.ts'

/** Measures the built service: first verifications, each a written transaction, then the usual mix of requests. */
const loadPart = loadsPart('load', [
  { id: 'verify', what: 'verify at 300/s', shares: { verify: 100 }, rate: 300, p99: 50 },
  { id: 'mix', what: 'search 50, product 30, match 20 at 600/s', shares: MIX, rate: 600, p99: 100 },
])

const PARTS = [hostilePart, uploadsPart, lockoutPart, burstPart, generatedPart, filtersPart, reviewPart, loadPart]
await runInEnvironment('service', PARTS, ['seconds', 'requests', 'registry', 'attacks'])
