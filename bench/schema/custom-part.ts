import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import { part } from '../harness/part.ts'
import type { Figure } from '../harness/row.ts'
import { testsPart } from '../harness/tests-part.ts'

const MAX_LINES = 30
/** The schema of the tests below: one field, one comparison and one blocking rule. */
const SCHEMA = 'packages/cli/test/support/schemas/views-schema.ts'
const COMMANDS = 'packages/cli/test/custom'
const CONTEXT = 'packages/core/test/registry/context'

const tests = testsPart('custom', [
  [
    'schema.custom.memory',
    'a custom schema scores, links, trains, explains and serves in memory',
    3,
    `${COMMANDS}/memory`,
  ],
  ['schema.custom.folder', '... in a folder, with threads', 5, `${COMMANDS}/folder`],
  ['schema.custom.postgres', '... in PostgreSQL, and in replicas', 5, `${COMMANDS}/postgres`],
  ['schema.custom.commands', '... in the commands that score without a registry', 4, `${COMMANDS}/scoring-commands`],
  [
    'schema.custom.refused',
    'a folder of another layout or schema is refused by name with the difference, never misread (property)',
    10,
    `${CONTEXT}/schema-property`,
    `${CONTEXT}/schema-fields`,
    `${COMMANDS}/unused-parts`,
    'packages/adapter-folder/test/folder/registry-folder',
  ],
  [
    'schema.custom.rescore',
    'another comparison or profile: a rescore is offered',
    5,
    `${CONTEXT}/registry-schema`,
    `${CONTEXT}/schema-property`,
  ],
])

/** Proves that a custom schema of a few lines works in every storage. */
export const customPart = part('custom', async (context) => {
  const { rows } = await tests.run(context)
  const lines: Figure = [
    'schema.custom.lines',
    'lines of the custom comparison of these tests',
    comparisonLines(readFileSync(join(ROOT, SCHEMA), 'utf8')),
    'count',
    `<= ${MAX_LINES}`,
  ]
  return { rows: [lines, ...rows] }
})

/** Returns the number of lines of the comparison in a module; null if the module has none. */
export function comparisonLines(source: string): number | null {
  const [comparison] = /^const \w+ = \w+Comparison[\s\S]*?^\}\)$/m.exec(source) ?? []
  return comparison === undefined ? null : comparison.split('\n').length
}
