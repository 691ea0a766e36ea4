import { FIELD_LABELS } from '../../generated/fields.ts'

/** A record or product of the API: fields with texts, numbers, lists and objects. */
export type Content = Readonly<Record<string, unknown>>

/** A displayed field: its value as text, and its name in curator decisions. */
export interface ShownField {
  readonly name: string
  readonly text: string
}

/** The names of fields in display order. The parts of a location have their own names. */
const ORDER: readonly string[] = FIELD_LABELS.map(([path]) => path.replace(/^location\./, ''))

/** Metadata of a product or record, which is not shown as a field. */
const METADATA_FIELDS: ReadonlySet<string> = new Set([
  'supplier',
  'code',
  'utpid',
  'verified',
  'verifiedBy',
  'pins',
  'confidence',
  'suppliers',
  'duplicates',
  'lastUpdated',
  'revision',
  'records',
  'provenance',
  'details',
  // Shown as photos.
  'images',
])

/** Prefix of fields that the registry keeps as received, since it does not know them. */
const EXTRA = 'extra.'

/** Returns the supplier's own name of an unknown field; undefined for a known field. */
export function extraName(name: string): string | undefined {
  return name.startsWith(EXTRA) ? name.slice(EXTRA.length) : undefined
}

/** Returns the fields of a record or product in display order. */
export function fieldsOf(content: Content): ShownField[] {
  const flat = new Map<string, string>()
  for (const [name, value] of Object.entries(content)) {
    if (METADATA_FIELDS.has(name)) continue
    if (name === 'location' && isObject(value)) {
      for (const [part, each] of Object.entries(value)) add(flat, part, each)
    } else if (name === 'extra' && isObject(value)) {
      for (const [key, each] of Object.entries(value)) add(flat, `${EXTRA}${key}`, each)
    } else add(flat, name, value)
  }
  return [...flat]
    .map(([name, text]) => ({ name, text }))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name) || (a.name < b.name ? -1 : 1))
}

/** A field outside the golden record, with the records that provide it. */
export interface DetailField {
  readonly label: string
  readonly text: string
  readonly records: readonly { readonly supplier: string; readonly code: string }[]
}

const LABELS: ReadonlyMap<string, string> = new Map(FIELD_LABELS)

/** The values of a product outside its golden record, with the records of each value by the path of the field. */
export interface DetailValues {
  readonly fields: Content
  readonly provenance: Readonly<Record<string, DetailField['records']>>
}

/** Returns the fields of a product outside its golden record, in the order of the registry. */
export function detailsOf({ details }: { readonly details?: DetailValues }): DetailField[] {
  if (details === undefined) return []
  // The page shows images as photos.
  const listed = Object.entries(details.provenance).filter(([path]) => path !== 'images')
  return listed.map(([path, records]) => {
    const value = path
      .split('.')
      .reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), details.fields)
    return { label: LABELS.get(path) ?? path, text: textOf(value), records }
  })
}

/** Returns all field names in display order. */
export function namesOf(all: readonly (readonly ShownField[])[]): string[] {
  const names = new Set(all.flatMap((fields) => fields.map(({ name }) => name)))
  return [...names].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
}

/** Returns latitude and longitude in degrees, if present. */
export function pointOf(content: Content): readonly [number, number] | undefined {
  const { location } = content
  const { coordinates } = isObject(location) ? location : {}
  if (!Array.isArray(coordinates)) return undefined
  const [latitude, longitude] = coordinates as unknown[]
  return typeof latitude === 'number' && typeof longitude === 'number' ? [latitude, longitude] : undefined
}

function add(flat: Map<string, string>, name: string, value: unknown): void {
  const text = textOf(value)
  if (text !== '') flat.set(name, text)
}

/** Formats a value as one line of text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (!isObject(value)) return String(value)
  const { scheme, value: identifier, language, name } = value
  if (scheme !== undefined) return `${textOf(scheme)} ${textOf(identifier)}`
  if (name !== undefined) return language === undefined ? textOf(name) : `${textOf(name)} (${textOf(language)})`
  return Object.entries(value)
    .map(([key, each]) => `${key} ${textOf(each)}`)
    .join(', ')
}

function rankOf(name: string): number {
  const at = ORDER.indexOf(name)
  return at === -1 ? ORDER.length : at
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
