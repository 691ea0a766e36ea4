import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export interface PublicPackage {
  readonly name: string
  /** Absolute path of the package's folder. */
  readonly folder: string
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Returns the published packages, each after its dependencies. */
export function publicPackages(): PublicPackage[] {
  const manifests = new Map<string, Manifest & PublicPackage>()
  for (const entry of readdirSync(join(ROOT, 'packages'))) {
    const folder = join(ROOT, 'packages', entry)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    if (manifest.private !== true) manifests.set(manifest.name, { ...manifest, folder })
  }

  const ordered = new Map<string, PublicPackage>()
  const visit = (name: string): void => {
    const manifest = manifests.get(name)
    if (manifest === undefined || ordered.has(name)) return
    for (const dependency of Object.keys(manifest.dependencies ?? {})) visit(dependency)
    ordered.set(name, { name, folder: manifest.folder })
  }
  for (const name of [...manifests.keys()].sort()) visit(name)
  return [...ordered.values()]
}
