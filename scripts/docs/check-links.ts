/**
 * Checks that every relative link in the documents points to an existing file, and every anchor to a heading of that
 * file. Also checks that links lead from docs/README.md to every page of docs.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from '../repository/root.ts'
import { documents } from './documents.ts'
import { anchorsOf, linksOf } from './links.ts'

const complaints: string[] = []
const leadsTo = new Map<string, string[]>()
let count = 0

for (const document of documents()) {
  const targets: string[] = []
  for (const { target, line } of linksOf(readFileSync(join(ROOT, document), 'utf8'))) {
    if (/^[a-z]+:/.test(target)) continue
    count += 1
    const [path = '', anchor] = target.split('#')
    const file =
      path === '' ? document : normalize(join(dirname(document), decodeURIComponent(path))).replaceAll('\\', '/')
    if (!existsSync(join(ROOT, file))) complaints.push(`${document}:${line}: ${target} does not exist`)
    else if (anchor !== undefined && file.endsWith('.md')) {
      const anchors = anchorsOf(readFileSync(join(ROOT, file), 'utf8'))
      if (!anchors.has(anchor)) complaints.push(`${document}:${line}: ${file} has no heading #${anchor}`)
    }
    targets.push(existsSync(join(ROOT, file)) && statSync(join(ROOT, file)).isDirectory() ? `${file}/README.md` : file)
  }
  leadsTo.set(document, targets)
}

const reached = new Set(['docs/README.md'])
for (const document of reached) for (const target of leadsTo.get(document) ?? []) reached.add(target)
for (const document of leadsTo.keys())
  if (document.startsWith('docs/') && !reached.has(document)) complaints.push(`${document}: nothing links to it`)

for (const complaint of complaints) console.error(complaint)
console.log(`${count} links, ${complaints.length} wrong`)
process.exitCode = complaints.length === 0 ? 0 : 1
