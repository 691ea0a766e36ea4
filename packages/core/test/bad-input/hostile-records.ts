import { types } from 'node:util'
import fc from 'fast-check'
import { arbitraryContent } from '../support/arbitrary-content.ts'
import { HOSTILE_VALUES } from './hostile-values.ts'

/** A recipe of a hostile record. It is plain data, so that a test can print and shrink a failing recipe. */
export interface HostileRecipe {
  /** A good record, or almost a good record. */
  readonly content: object
  /** The changes to the record, in order. */
  readonly breaks: readonly Break[]
  /** The name of a hostile value that replaces the whole record. */
  readonly instead?: string
  readonly shape: Shape
}

interface Break {
  /** The keys from the record down to the value; missing objects are created. */
  readonly at: readonly string[]
  /** A hostile value by its name, or any other value. */
  readonly put: { readonly hostile: string } | { readonly value: unknown }
}

/** The kind of object that represents the record. */
type Shape = 'plain' | 'no prototype' | 'frozen' | 'getters' | 'proxy' | 'then'

const PLACES: readonly string[] = [
  ...'supplier code ref name altNames category location phone email website brand operator stars rooms licence'.split(
    ' ',
  ),
  ...'identifiers activity transfer extra altNames.0 altNames.0.name altNames.0.language altNames.7'.split(' '),
  ...'location.address location.city location.region location.country location.postalCode location.coordinates'.split(
    ' ',
  ),
  ...'location.coordinates.0 location.coordinates.1 location.precisionMeters location.zone'.split(' '),
  ...'identifiers.0 identifiers.0.scheme identifiers.0.value activity.durationMinutes activity.languages'.split(' '),
  ...'activity.languages.0 activity.meetingPoint transfer.from transfer.to transfer.from.code transfer.from.name'.split(
    ' ',
  ),
  ...'transfer.to.coordinates transfer.vehicle transfer.shared transfer.seats'.split(' '),
  ...'extra.a extra.b.c extra.constructor extra.__proto__ __proto__ constructor prototype then toJSON wifi pool.size'.split(
    ' ',
  ),
]

const place = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PLACES).map((path) => path.split('.')) },
  { weight: 1, arbitrary: fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 3 }) },
)

const anything = fc.anything({
  maxDepth: 4,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...'& < > ; amp lt # 38 * ★ 4 5 Ã © a b / - , . \u200b \u0301 é 酒 店'.split(' '), ' '), {
      maxLength: 60,
    })
    .map((parts) => parts.join('')),
)

const hostileName = fc.constantFrom(...Object.keys(HOSTILE_VALUES))

const put: fc.Arbitrary<Break['put']> = fc.oneof(
  { weight: 5, arbitrary: hostileName.map((hostile) => ({ hostile })) },
  { weight: 2, arbitrary: anyText.map((value) => ({ value })) },
  { weight: 2, arbitrary: anything.map((value) => ({ value })) },
)

const broken: fc.Arbitrary<Break> = fc.record({ at: place, put })

/** Generates recipes of hostile records. */
export const hostileRecipe: fc.Arbitrary<HostileRecipe> = fc
  .record(
    {
      content: arbitraryContent,
      breaks: fc.array(broken, { maxLength: 4 }),
      instead: hostileName,
      shape: fc.oneof(
        { weight: 12, arbitrary: fc.constant<Shape>('plain') },
        { weight: 1, arbitrary: fc.constantFrom<Shape>('no prototype', 'frozen', 'getters', 'proxy', 'then') },
      ),
    },
    { requiredKeys: ['content', 'breaks', 'shape'] },
  )
  .map(({ instead, ...recipe }) =>
    // Builds records from most recipes, since values that are no records are simple cases.
    instead === undefined || instead.length % 7 !== 0 ? recipe : { ...recipe, instead },
  )

/** Builds the record of a recipe. Its code is unique, unless the recipe replaces the code. */
export function makeHostile({ content, breaks, instead, shape }: HostileRecipe, own: object): unknown {
  if (instead !== undefined) return (HOSTILE_VALUES[instead] as () => unknown)()
  const record: Record<string, unknown> = { ...structuredClone(content), ...own }
  for (const { at, put } of breaks) {
    putAt(record, at, 'hostile' in put ? (HOSTILE_VALUES[put.hostile] as () => unknown)() : put.value)
  }
  return shaped(record, shape)
}

/** Sets a value by its path. Sets own properties only, whatever their names. */
function putAt(record: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  // Does not read the property itself, since an earlier hostile value may throw.
  const inner: unknown = Object.getOwnPropertyDescriptor(record, key)?.value
  const isPlain =
    !types.isProxy(inner) && (Array.isArray(inner) || Object.getPrototypeOf(Object(inner)) === Object.prototype)
  const parent = isPlain && typeof inner === 'object' && !Object.isFrozen(inner) ? inner : {}
  Object.defineProperty(record, key, { value: parent, enumerable: true, configurable: true, writable: true })
  putAt(parent as Record<string, unknown>, rest, value)
}

function shaped(record: Record<string, unknown>, shape: Shape): unknown {
  switch (shape) {
    case 'plain':
      return record
    case 'no prototype':
      return Object.defineProperties(Object.create(null), Object.getOwnPropertyDescriptors(record))
    case 'frozen':
      return Object.freeze(record)
    case 'getters':
      return Object.defineProperties(
        {},
        Object.fromEntries(Object.keys(record).map((key) => [key, { get: () => record[key], enumerable: true }])),
      )
    case 'proxy':
      return new Proxy(record, {})
    case 'then':
      return Object.defineProperty(record, 'then', { value: () => undefined, enumerable: false, configurable: true })
  }
}
