import { expect, test } from 'vitest'
import { type MatcherRequest, runMatcher } from '../../quality/findings/other-matcher.ts'

const REQUESTS: readonly MatcherRequest[] = ['1', '2', '3', '4', '5'].map((id) => ({
  id,
  a: { name: `Hotel ${id}` },
  b: { name: 'Hotel 1' },
}))

/** Returns the command of a matcher that runs a script for each input line, with the pair as `pair`. */
function matcher(script: string, after = ''): string {
  const program = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => { const pair = JSON.parse(line); ${script} }).on('close', () => { ${after} })`
  return `${JSON.stringify(process.execPath)} -e ${JSON.stringify(program)}`
}

const ANSWER = 'console.log(JSON.stringify({ id: pair.id, score: Number(pair.a.name === pair.b.name) }))'

async function run(command: string, timeoutSeconds = 20): Promise<Map<string, number>> {
  return await runMatcher(REQUESTS, { command, timeoutSeconds })
}

test('every pair gets the score of its id, in whatever order they come', async () => {
  const scores = await run(matcher('(globalThis.all ??= []).unshift(pair)', `for (const pair of all) ${ANSWER}`))
  expect([...scores].sort()).toEqual([
    ['1', 1],
    ['2', 0],
    ['3', 0],
    ['4', 0],
    ['5', 0],
  ])
})

test.each([
  ['pairs without a score', matcher(`if (pair.id < 2) ${ANSWER}`), 'gave no score to 4 of 5 pairs (id 2, 3, 4, ...)'],
  [
    'a score that is no number',
    matcher('console.log(JSON.stringify({ id: pair.id, score: "high" }))'),
    'in line 1 of its output, a score that is not a number',
  ],
  ['a line that is not JSON', matcher('console.log("done " + pair.id)'), 'something that is not JSON: done 1'],
  [
    'an id that nobody asked for',
    matcher('console.log(JSON.stringify({ id: "x" + pair.id, score: 1 }))'),
    'an id that was not asked for',
  ],
  ['an id that comes twice', matcher(`${ANSWER}; ${ANSWER}`), 'an id that it had answered before'],
  ['another exit code', matcher(ANSWER, 'process.exitCode = 3'), 'ended with exit code 3'],
  ['a command that is not there', 'no-such-matcher-anywhere', 'ended with exit code 127'],
])('%s: an error that says so', async (_what, command, sentence) => {
  await expect(run(command)).rejects.toThrow(sentence)
})

test('a matcher that never ends is ended, with all that it started', async () => {
  const started = performance.now()
  await expect(run(matcher('', 'setInterval(() => {}, 1000)'), 0.5)).rejects.toThrow('took more than 0.5 seconds')
  expect(performance.now() - started).toBeLessThan(10_000)
})
