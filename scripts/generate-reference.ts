/**
 * `npm run reference [-- --check]`: generates docs/reference from the tables in core, so that a code, level or limit is
 * documented only at its definition. The script also generates the operations of the client from the route table, and the fields of the dashboard.
 * `--check` writes nothing and fails if a file is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CATEGORIES, defaultSchema, LIMITS } from '@utpid/core'
import { CONFIRM_REASONS, MATCH_REASONS, NON_MATCH_REASONS } from '@utpid/core/codes'
import { REJECTION_CODES, REPAIR_CODES } from '@utpid/core/operations'
import { type Comparison, DEFAULT_MODEL, type Profile, VETO_CONFIDENCE } from '@utpid/core/scoring'
import { FEED_ERROR_CODES, FEED_LIMITS, FEED_REPAIR_CODES, ITEM_ERROR_CODES } from '@utpid/feed'
import { BODY_BYTES, PROBLEM_CODES, ROUTES } from '@utpid/http-koa'
import { ROLE_NAMES, ROLES, SCOPES, SHIPPED_PLANS } from '@utpid/service/internal'
import { apiPages } from './reference/api-pages.ts'
import { CLIENT_OPERATIONS, clientOperations } from './reference/client-operations.ts'
import { commandsPage } from './reference/commands-page.ts'
import { DASHBOARD_FIELDS, dashboardFields } from './reference/dashboard-fields.ts'
import { eventsPage } from './reference/events-page.ts'
import { fieldsPage } from './reference/fields-page.ts'
import { measuredPages } from './reference/measured-page.ts'
import { codeTable, page, table } from './reference/page.ts'
import { settingsPage } from './reference/settings-page.ts'
import { ROOT } from './repository/root.ts'

const FOLDER = 'docs/reference'
const LIMITS_SOURCE = 'packages/core/src/model/limits.ts'
const FEED_LIMITS_SOURCE = 'packages/feed/src/limits/feed-limits.ts'
const PROFILES = Object.keys(defaultSchema.profiles) as Profile[]

function errorsPage(): string {
  return page(
    'Errors and rejections',
    'Operations of a registry and of adapters reject with a `RegistryError`, those of a hosted service also with a `ServiceError`. Both are a `CodedError`: `code` is stable, for programs. `message` is for people and says what to do. `details` has data for programs. A missing object is no error: reads return `undefined`. The HTTP API answers with a problem that has one of these codes.',
    '## Error codes',
    codeTable(PROBLEM_CODES),
    '## Rejection codes',
    'An invalid record or input does not fail the call: it gets a rejection `{ code, field?, message }`, and the others are processed.',
    codeTable(REJECTION_CODES),
    '## Feeds',
    '[`@utpid/feed`](../../packages/feed/README.md) throws a `FeedError` if a source cannot be read, or not to its end:',
    codeTable(FEED_ERROR_CODES),
    'Codes of an invalid line, in `error.code`. Reading continues with the next line:',
    codeTable(ITEM_ERROR_CODES),
    'Repairs before the record parser:',
    codeTable(FEED_REPAIR_CODES),
  )
}

/** Creates the page with all operations of the HTTP API, by the first part of the path. */
function httpPage(): string {
  const sections = [...new Set(ROUTES.map(({ path }) => path.split('/')[1] ?? ''))].flatMap((first) => [
    `## /${first}`,
    table(
      ['route', 'scope', 'calls', 'description'],
      ROUTES.filter(({ path }) => path.split('/')[1] === first).map(({ method, path, access, cost, summary }) => [
        `\`${method} ${path}\``,
        'scope' in access ? [access.scope, ...(access.or ?? [])].map((scope) => `\`${scope}\``).join(' or ') : 'public',
        String(cost),
        `${summary}.`,
      ]),
    ),
  ])
  return page(
    'Routes of the HTTP API',
    'Routes of `utpid serve`. `GET /openapi.json` describes every field. Send the key as `Authorization: Bearer KEY`. "Calls" is the number of calls that a request counts towards the monthly quota.',
    ...sections,
    '## Scopes',
    codeTable(SCOPES),
    '## Roles of members',
    table(
      ['role', 'scopes'],
      ROLE_NAMES.map((role) => [role, ROLES[role].map((scope) => `\`${scope}\``).join(', ')]),
    ),
    '## Plans',
    'Initial plans of a store. The operator creates and changes plans. An empty cell means unlimited.',
    table(
      ['plan', 'calls per month', 'burst per second', 'inputs per batch', 'webhooks', 'concurrent jobs', 'key limits'],
      SHIPPED_PLANS.map((plan) => [
        plan.name,
        ...[plan.callsPerMonth, plan.burstPerSecond, plan.batchSize, plan.webhooks, plan.jobs].map((limit) =>
          limit === undefined ? '' : limit.toLocaleString('en'),
        ),
        plan.keyLimits ? 'yes' : 'no',
      ]),
    ),
  )
}

function reasonsPage(): string {
  return page(
    'Reasons',
    'Why an input found no match, why two are not one product, and why a record still is a product or not. The codes are stable.',
    '## Reasons of a match',
    '`reason` of a [match](../guide/match-and-map.md) whose decision is not `match`; null if a person should review, since the best product is between `review` and `match`.',
    codeTable(MATCH_REASONS),
    '## Reasons of whyNot',
    '`reasons` of [`whyNot`](../guide/explain.md), the first obstacle first. Each has its own figures, see `WhyNotReason` of `@utpid/core`.',
    codeTable(NON_MATCH_REASONS),
    '## Reasons of a confirmation',
    '`reasons` of [`confirm`](../guide/confirm-a-booking.md). For `yes`, the supporting reasons come first, otherwise the reason that prevented `yes`. Each has its own figures, see `ConfirmReason` of `@utpid/core/operations`.',
    codeTable(CONFIRM_REASONS),
  )
}

function repairsPage(): string {
  return page(
    'Repairs',
    'Repairs of the record parser: `{ field, code, message, before?, after? }`. A repair never rejects a record. Values without proof stay as received.',
    codeTable(REPAIR_CODES),
  )
}

function categoriesPage(): string {
  return page(
    'Categories',
    'The list of slugs is open: an unknown category is stored as a slug of its words, reported as `category_unknown`, and treated as `other`. The profile defines comparisons and bits. The category group separates kinds that crowd one place (hotels, short lets).',
    table(
      ['slug', 'profile', 'group'],
      CATEGORIES.map(({ slug, profile, group }) => [`\`${slug}\``, profile, group]),
    ),
  )
}

/** Returns every comparison once, in the order of the first profile that uses the comparison. */
function allComparisons(): Comparison[] {
  return [...new Set(PROFILES.flatMap((profile) => defaultSchema.profiles[profile].comparisons))]
}

function bitsOf(profile: Profile, { name }: Comparison, level: string): string {
  if (!defaultSchema.profiles[profile].comparisons.some((comparison) => comparison.name === name)) return ''
  const { bits, vetoes } = DEFAULT_MODEL.profiles[profile]
  const worth = bits[name]?.[level] ?? 0
  return `${worth > 0 ? '+' : ''}${worth}${vetoes[name]?.includes(level) ? ' veto' : ''}`
}

function comparisonsPage(): string {
  const { version, provenance, thresholds, profiles } = DEFAULT_MODEL
  const sections = allComparisons().flatMap((comparison) => {
    const used = PROFILES.filter((profile) => defaultSchema.profiles[profile].comparisons.includes(comparison))
    return [
      `## ${comparison.name}`,
      comparison.description,
      table(
        ['level', ...used],
        comparison.levels.map((level) => [
          `\`${level}\``,
          ...used.map((profile) => (level === 'unknown' ? '0' : bitsOf(profile, comparison, level))),
        ]),
      ),
    ]
  })
  return page(
    'Comparisons, levels and bits',
    `Each comparison examines one aspect of two records and returns a level. The scoring model has the bits of each level, by profile; one bit doubles the odds. An empty cell means that the profile does not use the comparison. \`unknown\` always has 0 bits. A veto caps the confidence at ${VETO_CONFIDENCE}, whatever else agrees.`,
    `The bits are those of the shipped model, version \`${version}\`. ${provenance}`,
    table(
      ['profile', 'prior, in bits', 'if a record lacks coordinates: prior', 'and factor of all bits'],
      PROFILES.map((profile) => {
        const { prior, unplaced = { prior, slope: 1 } } = profiles[profile]
        return [profile, String(prior), String(unplaced.prior), String(unplaced.slope)]
      }),
    ),
    table(
      ['threshold', 'value', 'meaning'],
      [
        ['`match`', String(thresholds.match), 'Minimum confidence for a link.'],
        ['`review`', String(thresholds.review), 'Minimum confidence for a review by a person.'],
        ['`pair`', String(thresholds.pair), 'Minimum confidence for a match of a labelled pair in `evaluate pairs`.'],
        [
          '`sameSupplierBits`',
          String(thresholds.sameSupplierBits),
          'Minimum match weight for two codes of one supplier to be one product.',
        ],
      ],
    ),
    ...sections,
  )
}

/** Reads the documentation of each limit from the comment above the limit. */
function limitMeanings(path: string): ReadonlyMap<string, string> {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const entries = source.matchAll(/\/\*\* (.+?) \*\/\s+(\w+): /g)
  return new Map([...entries].map(([, comment = '', name = '']) => [name, comment]))
}

function limitsTable(limits: Readonly<Record<string, number>>, path: string): string {
  const meanings = limitMeanings(path)
  const rows = Object.entries(limits).map(([name, value]) => {
    const meaning = meanings.get(name)
    if (meaning === undefined) throw new Error(`${path}: ${name} has no one-line doc comment above it`)
    return [`\`${name}\``, value.toLocaleString('en-US'), meaning]
  })
  return table(['limit', 'value', 'meaning'], rows)
}

function bodyRows(): string[][] {
  const rows = ROUTES.flatMap(({ method, path, body, stream }) => {
    const operation = `\`${method} ${path}\``
    if (stream === undefined) {
      return body?.maxBytes === undefined ? [] : [[operation, '`application/json`', body.maxBytes]]
    }
    return stream.mediaTypes.map((type) => {
      const most = type === 'application/json' ? stream.maxJsonBytes : stream.maxBytes
      return [operation, `\`${type}\``, most]
    })
  })
  return [...rows, ['all others', '`application/json`', BODY_BYTES]].map((row) =>
    row.map((cell) => cell.toLocaleString('en-US')),
  )
}

function limitsPage(): string {
  return page(
    'Limits',
    'Every maximum of the registry. A call above a limit is rejected with `validation_failed` or its own code. A record value above a limit is cut and reported as a repair, unless the table says that the record is rejected.',
    limitsTable(LIMITS, LIMITS_SOURCE),
    '## Feeds',
    'Limits of a feed in any format: JSON, JSON Lines (NDJSON) or CSV, gzipped or not. They apply to the command line, the library, and the bodies of `POST /registry/import` and `POST /registry/batch-map`. A record above a limit is rejected with line and column, and reading continues. A document above its limit ends there.',
    limitsTable(FEED_LIMITS, FEED_LIMITS_SOURCE),
    '## Bodies of the HTTP API',
    'A larger body is rejected with `payload_too_large`. A record or input with a text above `cellCharacters` is rejected with `text_too_long`, which names the field.',
    table(['operation', 'media type', 'bytes, decompressed'], bodyRows()),
  )
}

const PAGES: Readonly<Record<string, string>> = {
  ...apiPages(),
  'categories.md': categoriesPage(),
  'commands.md': commandsPage(),
  'comparisons.md': comparisonsPage(),
  'errors.md': errorsPage(),
  'events.md': eventsPage(),
  'fields.md': fieldsPage(),
  'http.md': httpPage(),
  'limits.md': limitsPage(),
  'reasons.md': reasonsPage(),
  'repairs.md': repairsPage(),
  'settings.md': settingsPage(),
}

/** All generated files, by path. */
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(PAGES).map(([name, text]) => [`${FOLDER}/${name}`, text])),
  ...measuredPages(),
  [CLIENT_OPERATIONS]: clientOperations(),
  [DASHBOARD_FIELDS]: dashboardFields(),
}

for (const path of Object.keys(FILES)) mkdirSync(dirname(join(ROOT, path)), { recursive: true })
const outdated = Object.entries(FILES).filter(([path, text]) => {
  const file = join(ROOT, path)
  return !existsSync(file) || readFileSync(file, 'utf8').replaceAll('\r\n', '\n') !== text
})
const foreign = readdirSync(join(ROOT, FOLDER)).filter((name) => !(name in PAGES))
for (const name of foreign) console.error(`${FOLDER}/${name} is not a generated page; remove it`)

if (process.argv.includes('--check')) {
  for (const [path] of outdated) console.error(`${path} is out of date: run npm run reference`)
  process.exitCode = outdated.length + foreign.length === 0 ? 0 : 1
} else {
  for (const [path, text] of outdated) writeFileSync(join(ROOT, path), text)
}
const verb = process.argv.includes('--check') ? 'out of date' : 'written'
console.log(`${Object.keys(FILES).length} files, ${outdated.length} ${verb}`)
