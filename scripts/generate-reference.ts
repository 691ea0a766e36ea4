/**
 * `npm run reference [-- --check]`: writes docs/reference from the tables in core, so that a code, a level or a limit
 * is documented where it is defined and nowhere else, and the operations of the client from the table of routes.
 * `--check` writes nothing and fails when a page is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  CATEGORIES,
  COMPARISONS,
  type Comparison,
  DEFAULT_MODEL,
  LIMITS,
  type Profile,
  REJECTION_CODES,
  REPAIR_CODES,
  VETO_CONFIDENCE,
} from '@utpid/core'
import { ERROR_CODES, MATCH_REASONS, WHY_NOT_REASONS } from '@utpid/core/codes'
import { FEED_ERROR_CODES, FEED_LIMITS, FEED_REPAIR_CODES, ITEM_ERROR_CODES } from '@utpid/feed'
import { BODY_BYTES, ROUTES } from '@utpid/http-koa'
import { ROLE_NAMES, ROLES, SCOPES, SHIPPED_PLANS } from '@utpid/service'
import { apiPages } from './reference/api-pages.ts'
import { CLIENT_OPERATIONS, clientOperations } from './reference/client-operations.ts'
import { commandsPage } from './reference/commands-page.ts'
import { eventsPage } from './reference/events-page.ts'
import { measuredPages } from './reference/measured-page.ts'
import { codeTable, page, table } from './reference/page.ts'
import { settingsPage } from './reference/settings-page.ts'
import { ROOT } from './repository/root.ts'

const FOLDER = 'docs/reference'
const LIMITS_SOURCE = 'packages/core/src/model/limits.ts'
const FEED_LIMITS_SOURCE = 'packages/feed/src/limits/feed-limits.ts'
const PROFILES = Object.keys(COMPARISONS) as Profile[]

function errorsPage(): string {
  return page(
    'Errors and rejections',
    'Every operation of a registry and every adapter rejects with a `RegistryError`: `code` is stable and for programs, `message` is for people and names the cure, `details` holds facts a program may use. What is not there is no error: reads answer `undefined`.',
    '## Error codes',
    codeTable(ERROR_CODES),
    '## Rejection codes',
    'A record or input that cannot be used is not an error of the call: it is answered with a rejection `{ code, field?, message }`, and the others are processed.',
    codeTable(REJECTION_CODES),
    '## Feeds',
    'What [`@utpid/feed`](../../packages/feed/README.md) throws as a `FeedError`, when a source cannot be read or not any further:',
    codeTable(FEED_ERROR_CODES),
    'What it says of a line that is no record, in `error.code`; the lines after it are read:',
    codeTable(ITEM_ERROR_CODES),
    'What it put right before the record came to the door:',
    codeTable(FEED_REPAIR_CODES),
  )
}

/** Every operation of the HTTP API, by what its path begins with. */
function httpPage(): string {
  const sections = [...new Set(ROUTES.map(({ path }) => path.split('/')[1] ?? ''))].flatMap((first) => [
    `## /${first}`,
    table(
      ['route', 'scope', 'calls', 'what it does'],
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
    'What `utpid serve` answers; `GET /openapi.json` describes every field. A key is sent as `Authorization: Bearer KEY`. "Calls" is what a request costs of the quota of the month.',
    ...sections,
    '## Scopes',
    codeTable(SCOPES),
    '## Roles of members',
    table(
      ['role', 'scopes'],
      ROLE_NAMES.map((role) => [role, ROLES[role].map((scope) => `\`${scope}\``).join(', ')]),
    ),
    '## Plans',
    'Those that a store begins with; an operator makes and changes them. An empty cell is without limit.',
    table(
      ['plan', 'calls a month', 'burst a second', 'inputs of a batch', 'webhooks', 'jobs at once', 'limits of keys'],
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
    'Why an input found no match, and why two are not one product. The codes are stable.',
    '## Reasons of a match',
    '`reason` of a [match](../guide/match-and-map.md) whose decision is not `match`; null where a person should look since the best product is between `review` and `match`.',
    codeTable(MATCH_REASONS),
    '## Reasons of whyNot',
    '`reasons` of [`whyNot`](../guide/explain.md), what stopped it first. Each carries its figures, see the types `WhyNotReason` of `@utpid/core`.',
    codeTable(WHY_NOT_REASONS),
  )
}

function repairsPage(): string {
  return page(
    'Repairs',
    'What the door put right in a record: `{ field, code, message, before?, after? }`. A repair never turns a record into a rejection, and whatever is not provable is left as it came.',
    codeTable(REPAIR_CODES),
  )
}

function categoriesPage(): string {
  return page(
    'Categories',
    'The list of slugs is open: an unknown category is kept as a slug of its own words, reported as `category_unknown`, and treated as `other`. The profile says which comparisons and bits apply; the group keeps kinds apart that crowd one place (hotels, short lets).',
    table(
      ['slug', 'profile', 'group'],
      CATEGORIES.map(({ slug, profile, group }) => [`\`${slug}\``, profile, group]),
    ),
  )
}

/** All comparisons, each once, in the order of the profile that brings it in. */
function allComparisons(): Comparison[] {
  return [...new Set(PROFILES.flatMap((profile) => COMPARISONS[profile]))]
}

function bitsOf(profile: Profile, { name }: Comparison, level: string): string {
  if (!COMPARISONS[profile].some((comparison) => comparison.name === name)) return ''
  const { bits, vetoes } = DEFAULT_MODEL.profiles[profile]
  const worth = bits[name]?.[level] ?? 0
  return `${worth > 0 ? '+' : ''}${worth}${vetoes[name]?.includes(level) ? ' veto' : ''}`
}

function comparisonsPage(): string {
  const { version, provenance, thresholds, profiles } = DEFAULT_MODEL
  const sections = allComparisons().flatMap((comparison) => {
    const used = PROFILES.filter((profile) => COMPARISONS[profile].includes(comparison))
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
    `Each comparison looks at one aspect of two records and yields a level. The scoring model says what a level is worth in bits, by profile; one bit doubles the odds. An empty cell means that the comparison is not made in that profile. \`unknown\` is always worth 0. A veto caps the confidence at ${VETO_CONFIDENCE}, whatever else agrees.`,
    `The bits are those of the shipped model, version \`${version}\`. ${provenance}`,
    table(
      ['profile', 'prior, in bits'],
      PROFILES.map((profile) => [profile, String(profiles[profile].prior)]),
    ),
    table(
      ['threshold', 'value', 'meaning'],
      [
        ['`match`', String(thresholds.match), 'Confidence from which the machine links.'],
        ['`review`', String(thresholds.review), 'Confidence from which a person should look.'],
        [
          '`pair`',
          String(thresholds.pair),
          'Confidence from which a labelled pair counts as the same in `evaluate pairs`.',
        ],
        ['`marginBits`', String(thresholds.marginBits), 'Bits by which the best product must be ahead of the next.'],
        [
          '`sameSupplierBits`',
          String(thresholds.sameSupplierBits),
          'Match weight from which two codes of one supplier are one product.',
        ],
      ],
    ),
    ...sections,
  )
}

/** The comment above each limit is its documentation; a limit without one is an error. */
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
      return body?.bytesMost === undefined ? [] : [[operation, '`application/json`', body.bytesMost]]
    }
    return stream.mediaTypes.map((type) => {
      const most = type === 'application/json' ? stream.jsonBytesMost : stream.bytesMost
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
    'Every maximum of the registry. A call beyond a limit is refused with `validation_failed` or a code of its own; a value of a record beyond one is cut and reported as a repair, unless the table says that the record is rejected.',
    limitsTable(LIMITS, LIMITS_SOURCE),
    '## Feeds',
    'What may be in a feed, whichever its format: JSON, JSON Lines (NDJSON) or CSV, gzipped or not, by the command line, by a library, or as the body of `POST /registry/import` and of `POST /registry/batch-map`. A record beyond a limit is refused by line and column, and reading goes on; a document beyond its limit ends there.',
    limitsTable(FEED_LIMITS, FEED_LIMITS_SOURCE),
    '## Bodies of the HTTP API',
    'A larger body is refused with `payload_too_large`. A record or input with a text above `cellCharacters` is rejected with `text_too_long`, which names the field.',
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
  'http.md': httpPage(),
  'limits.md': limitsPage(),
  'reasons.md': reasonsPage(),
  'repairs.md': repairsPage(),
  'settings.md': settingsPage(),
}

/** Everything that is generated, by its path. */
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(PAGES).map(([name, text]) => [`${FOLDER}/${name}`, text])),
  ...measuredPages(),
  [CLIENT_OPERATIONS]: clientOperations(),
}

for (const path of Object.keys(FILES)) mkdirSync(dirname(join(ROOT, path)), { recursive: true })
const outdated = Object.entries(FILES).filter(([path, text]) => {
  const file = join(ROOT, path)
  return !existsSync(file) || readFileSync(file, 'utf8').replaceAll('\r\n', '\n') !== text
})
const foreign = readdirSync(join(ROOT, FOLDER)).filter((name) => !(name in PAGES))
for (const name of foreign) console.error(`${FOLDER}/${name} is not generated and does not belong here`)

if (process.argv.includes('--check')) {
  for (const [path] of outdated) console.error(`${path} is out of date: run npm run reference`)
  process.exitCode = outdated.length + foreign.length === 0 ? 0 : 1
} else {
  for (const [path, text] of outdated) writeFileSync(join(ROOT, path), text)
}
const verb = process.argv.includes('--check') ? 'out of date' : 'written'
console.log(`${Object.keys(FILES).length} files, ${outdated.length} ${verb}`)
