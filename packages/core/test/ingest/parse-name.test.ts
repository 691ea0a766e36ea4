import { expect, test } from 'vitest'
import { parseName } from '../../src/ingest/parse-name.ts'
import { RepairLog } from '../../src/ingest/repairs/repair-log.ts'

test.each<[string, string | undefined, number | undefined]>([
  ['Hotel Ritz', 'Hotel Ritz', undefined],
  ['Hotel Ritz ****', 'Hotel Ritz', 4],
  ['Hotel Ritz****', 'Hotel Ritz', 4],
  ['**** Hotel Ritz ****', 'Hotel Ritz', 4],
  ['Hotel Post ****S', 'Hotel Post', 4],
  ['Hotel Post *** Superior', 'Hotel Post', 3],
  ['Hotel Post ***sup.', 'Hotel Post', 3],
  ['Hotel Ritz 5*', 'Hotel Ritz', 5],
  ['Hotel Ritz 4 *', 'Hotel Ritz', 4],
  ['Hotel Ritz 4****', 'Hotel Ritz', 4],
  ['K Hotel 4 ***', 'K Hotel 4', 3],
  ['Hotel Ritz 4.5*', 'Hotel Ritz', 4.5],
  // Removing some stars would leave a text that looks like other stars.
  ['K Hotel 4 *** *', 'K Hotel', 3],
  ['★★★☆☆ Ritz', 'Ritz', 3],
  ['Ritz ★', 'Ritz', 1],
  // One asterisk may be a footnote or part of a name. More than seven asterisks are not stars.
  ['M*A*S*H', 'M*A*S*H', undefined],
  ['Ritz *', 'Ritz *', undefined],
  ['Ritz ********', 'Ritz ********', undefined],
  ['Room 24*', 'Room 24*', undefined],
  ['5*', undefined, 5],
  ['****', undefined, undefined],
])('%s: %s with %s stars', (name, text, stars) => {
  const log = new RepairLog()
  expect(parseName({ name }, log)).toEqual({ text, stars })
  expect(log.repairs.some(({ code }) => code === 'stars_from_name')).toBe(stars !== undefined)
})
