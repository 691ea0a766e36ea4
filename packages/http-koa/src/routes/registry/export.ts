import { RegistryError } from '@utpid/core'
import type { Caller } from '@utpid/service'
import { z } from 'zod'
import { begunStream } from '../../response/begun-stream.ts'
import { type Route, route } from '../../route/route.ts'
import { wholeNumber } from '../../schema/shared.ts'

const CSV_HEADER = 'utpid,supplier,code,confidence,method,since\n'

export const exportRoute: Route = route({
  operationId: 'export',
  method: 'GET',
  path: '/registry/export',
  summary: 'The whole registry, a line of JSON a row; or its supplier codes as CSV',
  description:
    'The whole registry, which is told with the decisions of all accounts, needs `admin:jobs`; `format=crosswalk` does not. With `after` only what changed after that change: a delta, by which a snapshot of the registry is brought up to date.',
  rules: ['delta_of_registry'],
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    format: z.enum(['registry', 'crosswalk'], 'must be registry or crosswalk').optional(),
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: {
    200: {
      description:
        'NDJSON that `utpid restore` reads, or CSV with `format=crosswalk`, whose rows are lines of JSON with `Accept: application/x-ndjson`.',
      mediaType: 'application/x-ndjson',
      others: ['text/csv'],
    },
  },
  problems: ['insufficient_scope', 'changes_expired'],
  async handle({ registry, caller, query: { format = 'registry', after }, header, signal }) {
    if (format === 'registry') requireOperator(caller)
    else if (after !== undefined) {
      throw new RegistryError(
        'validation_failed',
        'after is of the whole registry; leave it out with format=crosswalk.',
        {
          details: { errors: [{ path: 'after', message: 'is of format=registry' }] },
        },
      )
    }
    // Rows of the crosswalk are told as they are to who asks for lines of JSON.
    if (format === 'registry' || header('accept')?.includes('application/x-ndjson') === true) {
      async function* lines(): AsyncGenerator<string> {
        const rows =
          format === 'registry'
            ? registry.export({ signal, ...(after === undefined ? {} : { after }) })
            : registry.crosswalk({ signal })
        for await (const row of rows) yield `${JSON.stringify(row)}\n`
      }
      return { status: 200, body: await begunStream(lines()), type: 'application/x-ndjson' }
    }
    async function* rows(): AsyncGenerator<string> {
      yield CSV_HEADER
      for await (const { utpid, supplier, code, confidence, method, since } of registry.crosswalk({ signal })) {
        yield `${[utpid, supplier, code, confidence, method, since].map(csvField).join(',')}\n`
      }
    }
    return { status: 200, body: await begunStream(rows()), type: 'text/csv' }
  },
})

/** @throws `insufficient_scope` for whoever shares the registry with others. */
function requireOperator(caller: Caller | undefined): void {
  if (caller === undefined || caller.scopes.includes('admin:jobs')) return
  throw new RegistryError(
    'insufficient_scope',
    'The whole registry has the decisions and notes of all accounts, so this needs the scope admin:jobs; ask for format=crosswalk.',
    { details: { requiredScopes: ['admin:jobs'] } },
  )
}

/** Quoted where it must be; a text that a spreadsheet would take for a formula is one no more. */
function csvField(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
