/**
 * `npm run bench -- service [--part NAME]... [--seconds N] [--records N] [--requests N] [--url ADDRESS] [--registry
 * FOLDER]`: checks of the service for problems that an external test found. See ../README.md.
 */
import { runInEnvironment } from '../place/run-in-environment.ts'
import { burstPart } from './burst-part.ts'
import { filtersPart } from './filters-part.ts'
import { generatedPart } from './generated-part.ts'
import { hostilePart } from './hostile-part.ts'
import { loadPart } from './load-part.ts'
import { lockoutPart } from './lockout-part.ts'
import { reviewPart } from './review-part.ts'
import { uploadsPart } from './uploads-part.ts'

const PARTS = [hostilePart, uploadsPart, lockoutPart, burstPart, generatedPart, filtersPart, reviewPart, loadPart]
await runInEnvironment('service', PARTS, ['seconds', 'requests', 'registry', 'attacks'])
