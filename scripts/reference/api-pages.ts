import { type PublicSymbol, publicSymbols, type SymbolKind } from '../docs/public-symbols.ts'
import { page, table } from './page.ts'

const HEADINGS: Readonly<Record<SymbolKind, string>> = {
  function: 'Functions',
  class: 'Classes',
  interface: 'Shapes',
  type: 'Types',
  value: 'Values',
}
/** Interfaces whose members users call. */
const OPERATIONS = ['Registry', 'Storage', 'Ledger', 'CandidateIndex', 'SearchIndex', 'UtpidClient']

/** Entries whose types are listed only by name: the documentation of each operation explains them. */
const LISTED_BY_NAME = ['@utpid/core/operations', '@utpid/core/scoring', '@utpid/core/storage']

/** Creates a page for each published package with its exported names: `api-core.md`. */
export function apiPages(): Record<string, string> {
  const symbols = publicSymbols()
  const names = [...new Set(symbols.map(({ entry }) => packageOf(entry)))]
  return Object.fromEntries(names.map((name) => [`api-${name.split('/')[1]}.md`, packagePage(name, symbols)]))
}

function packagePage(name: string, all: readonly PublicSymbol[]): string {
  const entries = [...new Set(all.map(({ entry }) => entry))].filter((entry) => packageOf(entry) === name)
  const sections = entries.flatMap((entry) => {
    const symbols = all.filter((each) => each.entry === entry)
    return [
      `## ${entry}`,
      ...Object.entries(HEADINGS).flatMap(([kind, heading]) => {
        const ofKind = symbols.filter((each) => each.kind === kind)
        if (ofKind.length === 0) return []
        if (LISTED_BY_NAME.includes(entry) && (kind === 'interface' || kind === 'type'))
          return [`### ${heading} of ${entry}`, `${ofKind.map(({ name }) => `\`${name}\``).join(', ')}.`]
        const rows = ofKind.map(({ name, signature, comment }) => [`\`${signature ?? name}\``, firstSentence(comment)])
        return [`### ${heading}${entry === name ? '' : ` of ${entry}`}`, table(['name', 'description'], rows)]
      }),
      ...symbols.filter(({ name }) => OPERATIONS.includes(name)).flatMap(operationsOf),
    ]
  })
  const folder = name.split('/')[1]
  return page(
    `Names of ${name}`,
    `All exports of [\`${name}\`](../../packages/${folder}/README.md) with the first sentence of their documentation; editors show the rest.`,
    ...sections,
  )
}

function operationsOf({ name, members }: PublicSymbol): string[] {
  const documented = members.filter(({ comment }) => comment !== '')
  if (documented.length === 0) return []
  const rows = documented.map((member) => [`\`${member.name}\``, firstSentence(member.comment)])
  return [`### Members of ${name}`, table(['member', 'description'], rows)]
}

function packageOf(entry: string): string {
  return entry.split('/').slice(0, 2).join('/')
}

/** Returns the first sentence on one line. Escapes text that Markdown or Vue would interpret as tags. */
function firstSentence(comment: string): string {
  const text = comment.replace(/\{@link (\w+)\}/g, '`$1`').replace(/\s+/g, ' ')
  const end = /^(.*?[.!?])(?: (?=[A-Z`])|$)/.exec(text)?.[1] ?? text
  return end.replaceAll('<', '&lt;')
}
