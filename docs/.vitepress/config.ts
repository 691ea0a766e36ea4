import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DOCS = fileURLToPath(new URL('..', import.meta.url))

interface Item {
  readonly text: string
  readonly link: string
}

/** A page by its own heading, so that a page is named in one place. */
function item(path: string): Item {
  const heading = /^# (.+)$/m.exec(readFileSync(join(DOCS, path), 'utf8'))?.[1] ?? path
  return {
    text: heading.replaceAll('`', ''),
    link: `/${path.replace(/(?:README|index)\.md$/, '').replace(/\.md$/, '')}`,
  }
}

function items(...paths: readonly string[]): Item[] {
  return paths.map(item)
}

function itemsOf(folder: string, matching: RegExp): Item[] {
  const names = readdirSync(join(DOCS, folder)).filter((name) => matching.test(name))
  return names.sort().map((name) => item(`${folder}/${name}`))
}

/** Pages that typedoc writes, one for each package. They exist when `npm run docs` builds the site. */
function itemsOfPackages(): Item[] {
  const folder = join(DOCS, 'generated')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => item(`generated/${name}/index.md`))
}

const guides = (...names: readonly string[]): Item[] => items(...names.map((name) => `guide/${name}.md`))
const chapters = (...names: readonly string[]): Item[] => items(...names.map((name) => `architecture/${name}.md`))

// A plain object, so that this file is read without what builds the site.
export default {
  title: 'utpid',
  description: 'A registry of travel products: one real product, one identifier, for ever.',
  lang: 'en-GB',
  cleanUrls: true,
  rewrites: {
    'README.md': 'index.md',
    'architecture/README.md': 'architecture/index.md',
    'decisions/README.md': 'decisions/index.md',
  },
  // Files outside docs are read in the repository; scripts/docs/check-links.ts checks all links.
  ignoreDeadLinks: [/packages\//, /bench\//, /examples\//, /CONTRIBUTING/, /UPGRADING/, /\/README$/, /\/index$/],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/guide/quick-start' },
      { text: 'Concepts', link: '/concepts/pictures' },
      { text: 'Reference', link: '/reference/http' },
      { text: 'Measured', link: '/measured' },
    ],
    sidebar: [
      { text: 'Start', items: [{ text: 'Overview', link: '/' }, ...items('guide/quick-start.md', 'glossary.md')] },
      {
        text: 'Guides',
        items: guides(
          'import-a-feed',
          'match-and-map',
          'explain',
          'concordances',
          'confirm-a-booking',
          'review',
          'decide',
          'survivorship',
          'extend-the-schema',
          'search',
          'train',
          'calibrate',
          'rescore',
          'serve',
          'client',
          'dashboard',
          'self-host',
          'replica',
          'scale-with-replicas',
          'ship-a-snapshot',
          'back-up-and-restore',
          'upgrade-the-index',
          'add-a-category',
        ),
      },
      {
        text: 'Concepts',
        items: items('concepts/pictures.md', 'concepts/how-matching-works.md', 'concepts/libraries.md'),
      },
      {
        text: 'Storage',
        items: items('adapters/memory.md', 'adapters/folder.md', 'adapters/postgres.md', 'adapters/write-your-own.md'),
      },
      { text: 'Reference', collapsed: true, items: itemsOf('reference', /^(?!api-).*\.md$/) },
      { text: 'Names of packages', collapsed: true, items: itemsOf('reference', /^api-.*\.md$/) },
      { text: 'Every name with its members', collapsed: true, items: itemsOfPackages() },
      { text: 'Performance and quality', items: items('measured.md') },
      { text: 'Comparison', items: items('comparison.md') },
      {
        text: 'Architecture',
        collapsed: true,
        items: [
          ...chapters(
            'README',
            'records',
            'blocking',
            'comparison',
            'clustering',
            'curation',
            'ledger',
            'storage',
            'search-index',
            'folder',
            'postgres',
            'service',
            'copies',
            'proof',
          ),
          ...items('decisions/README.md'),
        ],
      },
    ],
  },
}
