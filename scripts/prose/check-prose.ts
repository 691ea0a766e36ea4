/**
 * Checks comments and strings of all code for words and sentences that are hard to read. textlint checks the documents.
 * `scripts/test/prose.test.ts` checks that each rule reports violations.
 *
 * Options: paths to check instead of all files; `--sample N [--seed S]` prints N texts for a reader instead.
 */
import { parseArgs } from 'node:util'
import { proseFindings } from './prose-rules.ts'
import { type PlacedText, repositoryTexts } from './repository-texts.ts'

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const texts = repositoryTexts(positionals)

if (values.sample !== undefined) {
  for (const { path, line, text } of sampled(texts, Number(values.sample), Number(values.seed)))
    console.log(`${path}:${line}\n  ${text}\n`)
} else {
  const findings = texts.flatMap(({ path, line, kind, text }) =>
    proseFindings(text, kind).map(({ words, advice }) => `${path}:${line}: "${words}": ${advice}`),
  )
  for (const finding of findings) console.error(finding)
  console.log(`${texts.length} texts, ${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

/**
 * Returns a sample of the texts that have several words. A linear congruential generator (Numerical Recipes) draws the
 * same sample for the same seed.
 */
function sampled(all: readonly PlacedText[], count: number, seed: number): PlacedText[] {
  const pool = all.filter(({ text }) => text.split(' ').length >= 4)
  let state = seed >>> 0
  return Array.from({ length: Math.min(count, pool.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return pool.splice(Math.floor((state / 2 ** 32) * pool.length), 1)
  }).flat()
}
