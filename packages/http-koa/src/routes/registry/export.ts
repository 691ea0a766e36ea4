import { RegistryError } from '@utpid/core'
import { CROSSWALK_LAYOUTS, crosswalkTable, wideCrosswalk } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { type Caller, ServiceError } from '@utpid/service'
import { z } from 'zod'
import { startedStream } from '../../response/started-stream.ts'
import { type Reply, type Route, route } from '../../route/route.ts'
import { wholeNumber } from '../../schema/shared.ts'

export const exportRoute: Route = route('GET /registry/export', {
  operationId: 'export',
  summary: 'Export the registry as JSON lines, or its supplier codes as CSV',
  description:
    'The export of the registry contains the decisions of all accounts, so it needs `admin:jobs`; `format=crosswalk` does not. The crosswalk is ordered by UTPID, supplier and code: with `layout=long` a row for each code, with `layout=wide` a row for each product and a column for each supplier. With `after`, a delta: only rows that changed after that change. A delta updates a registry package.',
  rules: ['delta_of_registry', 'layout_of_crosswalk'],
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    format: z.enum(['registry', 'crosswalk'], 'must be registry or crosswalk').optional(),
    layout: z.enum(CROSSWALK_LAYOUTS, 'must be long or wide').optional(),
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: {
    200: {
      description:
        'NDJSON for `utpid restore`; CSV with `format=crosswalk`, or NDJSON rows if also `Accept: application/x-ndjson`.',
      mediaType: 'application/x-ndjson',
      others: ['text/csv'],
    },
  },
  problems: ['insufficient_scope', 'changes_expired'],
  async handle({ registry, caller, query: { format = 'registry', layout, after }, header, signal }) {
    if (format === 'registry') {
      if (layout !== undefined) throw layoutWithoutCrosswalk()
      requireOperator(caller)
      return ndjson(registry.export({ signal, ...defined({ after }) }))
    }
    if (after !== undefined) {
      throw new RegistryError(
        'validation_failed',
        'after cannot be combined with format=crosswalk; leave out one of them.',
        {
          details: { errors: [{ path: 'after', message: 'requires format=registry' }] },
        },
      )
    }
    const rows = registry.crosswalk({ signal })
    // JSON lines of the crosswalk contain the original values. CSV escapes values for spreadsheets.
    if (header('accept')?.includes('application/x-ndjson') === true) {
      return ndjson(layout === 'wide' ? wideCrosswalk(rows) : rows)
    }
    const suppliers = layout === 'wide' ? await registry.suppliers({ signal }) : []
    async function* lines(): AsyncGenerator<string> {
      for await (const cells of crosswalkTable(rows, layout ?? 'long', suppliers)) {
        yield `${cells.map(csvField).join(',')}\n`
      }
    }
    return { status: 200, body: await startedStream(lines()), type: 'text/csv' }
  },
})

async function ndjson(rows: AsyncIterable<unknown>): Promise<Reply> {
  async function* lines(): AsyncGenerator<string> {
    for await (const row of rows) yield `${JSON.stringify(row)}\n`
  }
  return { status: 200, body: await startedStream(lines()), type: 'application/x-ndjson' }
}

/** Returns the error of a layout for an export without layouts. */
export function layoutWithoutCrosswalk(): RegistryError {
  return new RegistryError('validation_failed', 'layout needs format=crosswalk; leave out one of them.', {
    details: { errors: [{ path: 'layout', message: 'requires format=crosswalk' }] },
  })
}

/** @throws `insufficient_scope` for callers other than the operator. */
function requireOperator(caller: Caller | undefined): void {
  if (caller === undefined || caller.scopes.includes('admin:jobs')) return
  throw new ServiceError(
    'insufficient_scope',
    'The export contains decisions and notes of all accounts, so it needs the scope admin:jobs; use format=crosswalk instead.',
    { details: { requiredScopes: ['admin:jobs'] } },
  )
}

/** Quotes a CSV field if necessary, and escapes text that a spreadsheet would run as a formula. */
function csvField(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
