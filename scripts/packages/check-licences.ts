/** Checks that every package installed with utpid has a licence that is compatible with the licence of utpid. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { publicPackages } from '../repository/public-packages.ts'

const ALLOWED = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
]

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const licences = new Map<string, string>()

function visit(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const id = `${manifest.name}@${manifest.version}`
  if (licences.has(id)) return
  const { license = 'none' } = manifest
  licences.set(id, typeof license === 'string' ? license : license.type)
  const { dependencies = {}, optionalDependencies = {} } = manifest
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = folderOf(name, folder)
    if (found !== undefined) visit(found)
    // Skip missing optional packages: they are for other platforms.
    else if (name in dependencies && !(name in optionalDependencies))
      throw new Error(`${id} needs ${name}, which is not installed`)
  }
}

function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
    if (folder === dirname(folder)) return undefined
  }
}

/** Returns whether a licence is allowed. `(MIT OR GPL-2.0)` needs one allowed licence, `MIT AND ISC` needs both. */
function isAllowed(licence: string): boolean {
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => ALLOWED.includes(each.trim())))
}

for (const { folder } of publicPackages()) visit(folder)
const wrong = [...licences].filter(([, licence]) => !isAllowed(licence))
for (const [id, licence] of wrong) console.error(`${id}: ${licence}`)
const kinds = [...new Set(licences.values())].sort()
console.log(`${licences.size} packages, licences ${kinds.join(', ')}; ${wrong.length} not allowed`)
process.exitCode = wrong.length === 0 ? 0 : 1
