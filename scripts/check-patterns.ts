/**
 * Finds regular expressions in the packages that may take more than linear time. A sender of text could block the
 * process with such a pattern. The first run takes about 30 s of CPU time, later runs take 4 s.
 *
 * Rewrite such a pattern. If that is impossible, or if the pattern is built at run time, add a comment above the
 * pattern that explains why it is linear: `// linear: REASON`.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { patternsIn } from './patterns/pattern-in-source.ts'
import { PatternVerdicts } from './patterns/pattern-verdicts.ts'
import { ROOT } from './repository/root.ts'

/** Maximum number of characters that the output shows of an attack. */
const SHOWN_CHARACTERS = 300

const packages = join(ROOT, 'packages')
const files = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[^/\\]+[/\\]src[/\\].*\.tsx?$/.test(file))
  .sort()
const patterns = files.flatMap((file) => patternsIn(join(packages, file)))
const verdicts = new PatternVerdicts()
const complaints = patterns.flatMap(({ place, pattern, reason }) => {
  if (pattern === undefined) {
    return reason === undefined
      ? [`${place}: the pattern is built at run time; explain above it why it is linear: // linear: REASON`]
      : []
  }
  const { isLinear, detail } = verdicts.of(pattern)
  if (isLinear && reason !== undefined) return [`${place}: the pattern is linear; remove "linear: ${reason}"`]
  if (isLinear || reason !== undefined) return []
  return [`${place}: /${pattern.source}/${pattern.flags}\n  ${detail}`.slice(0, SHOWN_CHARACTERS)]
})
verdicts.save()

for (const complaint of complaints) console.error(complaint)
console.log(`${patterns.length} patterns, ${complaints.length} complaints`)
process.exitCode = patterns.length === 0 || complaints.length > 0 ? 1 : 0
