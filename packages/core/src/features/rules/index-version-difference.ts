/** The parts of an index version: the version of utpid, and the additions of a schema. */
interface VersionParts {
  readonly own: string
  /** Versions by addition: `field view`, `blocking rule near_sea`. */
  readonly additions: ReadonlyMap<string, string>
}

/** An addition of a schema to the index rules, as part of the index version. */
export interface VersionedAddition {
  readonly kind: 'field' | 'rule'
  readonly name: string
  readonly version: number
  /** The rest of what determines stored data, such as the codec. */
  readonly form: string
}

const KINDS: Readonly<Record<string, string>> = { field: 'field', rule: 'blocking rule' }

/**
 * Returns an index version with additions: `3-5f2c5bd4+field:view.1.text+rule:near_sea.2.firm`. The text names the
 * additions, so that another schema can say what differs.
 */
export function versionWithAdditions(own: string, additions: readonly VersionedAddition[]): string {
  return [own, ...additions.map(({ kind, name, version, form }) => `${kind}:${name}.${version}.${form}`)].join('+')
}

/**
 * Returns the differences between two index versions as sentences; empty if only the versions of utpid differ.
 *
 * @param stored - The index version of a storage.
 * @param opened - The index version of a schema.
 */
export function describeVersionDifference(stored: string, opened: string): string {
  const [before, after] = [partsOf(stored), partsOf(opened)]
  const names = [...new Set([...before.additions.keys(), ...after.additions.keys()])].sort()
  const sentences = names.flatMap((name) => {
    const [from, to] = [before.additions.get(name), after.additions.get(name)]
    if (from === to) return []
    if (from === undefined) return [`The storage lacks the ${name}, version ${to}.`]
    if (to === undefined) return [`The schema lacks the ${name}, which the storage has in version ${from}.`]
    return [`The ${name} has version ${from} in the storage, and version ${to} in the schema.`]
  })
  return sentences.join(' ')
}

/** Returns the additions that a stored index version has and an opened one lacks, in order of their names. */
export function missingAdditions(stored: string, opened: string): VersionedAddition[] {
  const known = new Set(additionsIn(opened).map(({ kind, name }) => `${kind}:${name}`))
  return additionsIn(stored).filter(({ kind, name }) => !known.has(`${kind}:${name}`))
}

function additionsIn(version: string): VersionedAddition[] {
  const [, ...additions] = version.split('+')
  return additions.flatMap((addition) => {
    const [, kind = '', name = '', number, form = ''] = /^(\w+):(\w+)\.(\d+)\.(.*)$/.exec(addition) ?? []
    return kind === 'field' || kind === 'rule' ? [{ kind, name, version: Number(number), form }] : []
  })
}

function partsOf(version: string): VersionParts {
  const [own = '', ...additions] = version.split('+')
  const entries = additions.map((addition): [string, string] => {
    const [, kind = '', name = '', form = ''] = /^(\w+):(\w+)\.(.*)$/.exec(addition) ?? []
    return [`${KINDS[kind] ?? kind} "${name}"`, form.replace('.', ' as ')]
  })
  return { own, additions: new Map(entries) }
}
