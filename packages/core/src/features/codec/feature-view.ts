import { CATEGORIES, CATEGORY_GROUPS, type CategoryGroup, type Profile } from '../../model/category.ts'
import type { Coordinates } from '../../model/place.ts'
import { addedPartsEnd } from './added-parts.ts'
import { COORDINATE_UNITS, type FindEnd } from './codec.ts'
import {
  damagedFeatures,
  GROUP_AT,
  HAS_ADDED_PARTS,
  LAYOUT_VERSION,
  otherLayout,
  PARTS_AT,
  PRESENCE_AT,
} from './feature-layout.ts'
import { bitOf, PARTS } from './feature-parts.ts'
import { IDENTIFIER_VALUE_AT, identifier, identifiers, names } from './name-codec.ts'
import { NameView } from './name-view.ts'
import { LAST_HOUSE_NUMBER_AT, PAGE_AT, PRECISION_AT, SHARED_AT, STREET_AT } from './part-codecs.ts'

const SUPPLIER = bitOf('supplier')
const COORDINATES = bitOf('coordinates')
const POSTCODE = bitOf('postcode')
const ADDRESS = bitOf('address')
const PHONE = bitOf('phone')
const WEB = bitOf('web')
const STARS = bitOf('stars')
const ROOMS = bitOf('rooms')
const BRAND = bitOf('brand')
const OPERATOR = bitOf('operator')
const LICENCE = bitOf('licence')
const ACTIVITY = bitOf('activity')

/** The size of each part in bytes; 0 for a part of variable size. */
const SIZES = Int32Array.from(PARTS, ({ codec: { size } }) => (typeof size === 'number' ? size : 0))
/** The functions that find the ends of the parts of variable size. */
const FIND_ENDS = PARTS.map(({ codec: { size } }) => (typeof size === 'number' ? undefined : size))

/**
 * A feature view, which reads stored features in place, without decoding or allocating. The view stores the offset of
 * each part. One view reads many records in turn; its getters return values of the record read last.
 *
 * Most candidates cannot match, and the feature view alone is enough to exclude these.
 */
export class FeatureView {
  profile: Profile = 'generic'
  group: CategoryGroup = 'other'
  category = 0
  /** Number of the current record, incremented by each {@link read}. */
  readCount = 0
  /** The name last read by {@link readName}. */
  readonly name: NameView = new NameView()
  #bytes: Uint8Array = new Uint8Array()
  #view: DataView = new DataView(new ArrayBuffer(0))
  readonly #point: [number, number] = [0, 0]
  /** The presence bits of the parts. */
  #presence = 0
  /** The offset of each present part. */
  readonly #offsets = new Int32Array(PARTS.length)
  #namesAt = 0
  #identifiersAt = 0

  /**
   * Reads the record stored in the bytes from `from` (inclusive) to `to` (exclusive).
   *
   * @throws TypeError if the bytes have another layout version or are damaged, see `decodeFeatures`.
   */
  read(bytes: Uint8Array, from: number, to: number): void {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    this.readCount++
    let end: number
    try {
      end = this.#locateParts(from)
    } catch (error) {
      if (error instanceof RangeError) throw damagedFeatures(error)
      throw error
    }
    if (end !== to) throw damagedFeatures()
  }

  /** Stores the offset of each part, and returns the end of the record. */
  #locateParts(from: number): number {
    const view = this.#view
    const version = view.getUint8(from)
    if (version !== LAYOUT_VERSION) throw otherLayout(version)
    this.category = view.getUint8(from + 1)
    const group = view.getUint8(from + GROUP_AT)
    this.group = CATEGORY_GROUPS[group & ~HAS_ADDED_PARTS] ?? 'other'
    this.profile = CATEGORIES[this.category]?.profile ?? 'generic'
    const presence = view.getUint16(from + PRESENCE_AT, true)
    this.#presence = presence
    let at = from + PARTS_AT
    for (let bits = presence; bits !== 0; bits &= bits - 1) {
      const part = 31 - Math.clz32(bits & -bits)
      const size = SIZES[part] as number
      this.#offsets[part] = at
      at = size === 0 ? (FIND_ENDS[part] as FindEnd)(view, at) : at + size
    }
    if ((group & HAS_ADDED_PARTS) !== 0) at = addedPartsEnd(view, at)
    this.#namesAt = at
    this.#identifiersAt = names.size(view, at)
    return identifiers.size(view, this.#identifiersAt)
  }

  #has(part: number): boolean {
    return (this.#presence & (1 << part)) !== 0
  }

  /** Returns the offset of a present part. */
  #at(part: number): number {
    return this.#offsets[part] as number
  }

  #u32(part: number): number | undefined {
    return this.#has(part) ? this.#view.getUint32(this.#at(part), true) : undefined
  }

  get supplier(): number | undefined {
    return this.#u32(SUPPLIER)
  }

  /** Coordinates of the current record. The view uses the returned array again for the next record. */
  get coordinates(): Coordinates | undefined {
    if (!this.#has(COORDINATES)) return undefined
    const at = this.#at(COORDINATES)
    this.#point[0] = this.#view.getInt32(at, true) / COORDINATE_UNITS
    this.#point[1] = this.#view.getInt32(at + 4, true) / COORDINATE_UNITS
    return this.#point
  }

  get precisionMeters(): number {
    return this.#has(COORDINATES) ? this.#view.getUint16(this.#at(COORDINATES) + PRECISION_AT, true) : 1
  }

  get phone(): number | undefined {
    return this.#u32(PHONE)
  }

  get operator(): number | undefined {
    return this.#u32(OPERATOR)
  }

  get licence(): number | undefined {
    return this.#u32(LICENCE)
  }

  get stars(): number | undefined {
    return this.#has(STARS) ? this.#view.getUint8(this.#at(STARS)) / 10 : undefined
  }

  get rooms(): number | undefined {
    return this.#has(ROOMS) ? this.#view.getUint16(this.#at(ROOMS), true) : undefined
  }

  /** The duration in minutes; 0 if unknown. */
  get durationMinutes(): number {
    return this.#u32(ACTIVITY) ?? 0
  }

  get hasBrand(): boolean {
    return this.#has(BRAND)
  }

  get hasPostcode(): boolean {
    return this.#has(POSTCODE)
  }

  get hasAddress(): boolean {
    return this.#has(ADDRESS)
  }

  get hasWeb(): boolean {
    return this.#has(WEB)
  }

  /** The hash of the web host. This getter and the next two getters need a record with a web address. */
  get webHost(): number {
    return this.#view.getUint32(this.#at(WEB), true)
  }

  get webPage(): number {
    return this.#view.getUint32(this.#at(WEB) + PAGE_AT, true)
  }

  get isWebShared(): boolean {
    return this.#view.getUint8(this.#at(WEB) + SHARED_AT) === 1
  }

  /** The first house number. This getter and the next three getters need a record with an address. */
  get houseNumber(): number {
    return this.#view.getUint16(this.#at(ADDRESS), true)
  }

  get houseNumberLast(): number {
    return this.#view.getUint16(this.#at(ADDRESS) + LAST_HOUSE_NUMBER_AT, true)
  }

  get streetWords(): number {
    return this.#view.getUint8(this.#at(ADDRESS) + STREET_AT)
  }

  get streetScript(): number {
    return this.#view.getUint8(this.#at(ADDRESS) + STREET_AT + 1 + this.streetWords * 4)
  }

  /** Returns the number of these hashes that the street contains. */
  sharedStreetWords(hashes: readonly number[]): number {
    const words = this.streetWords
    const from = this.#at(ADDRESS) + STREET_AT + 1
    let shared = 0
    for (const hash of hashes) {
      for (let word = 0; word < words; word++) {
        if (this.#view.getUint32(from + word * 4, true) !== hash) continue
        shared++
        break
      }
    }
    return shared
  }

  get identifiers(): number {
    return this.#view.getUint8(this.#identifiersAt)
  }

  identifierScheme(position: number): number {
    return this.#view.getUint32(this.#identifiersAt + 1 + position * identifier.size, true)
  }

  identifierValue(position: number): number {
    return this.#view.getUint32(this.#identifiersAt + 1 + position * identifier.size + IDENTIFIER_VALUE_AT, true)
  }

  /**
   * Length of the postcode in characters; undefined for a postcode that is not ASCII. This getter needs a record with a
   * postcode.
   */
  get postcodeLength(): number | undefined {
    return this.#asciiLength(this.#at(POSTCODE))
  }

  /** Returns the length of the common prefix of a text and an ASCII postcode. */
  postcodePrefixLength(text: string): number {
    return this.#sharedPrefix(this.#at(POSTCODE), text)
  }

  /**
   * Length of the brand in characters; undefined for a brand that is not ASCII. This getter needs a record with a
   * brand.
   */
  get brandLength(): number | undefined {
    return this.#asciiLength(this.#at(BRAND))
  }

  /** Returns the length of the common prefix of a text and an ASCII brand. */
  brandPrefixLength(text: string): number {
    return this.#sharedPrefix(this.#at(BRAND), text)
  }

  /** Returns the code of the character of an ASCII brand at a position. */
  brandCharCode(position: number): number {
    return this.#view.getUint8(this.#at(BRAND) + 1 + position)
  }

  #asciiLength(at: number): number | undefined {
    const length = this.#view.getUint8(at)
    for (let byte = at + 1; byte <= at + length; byte++) if ((this.#bytes[byte] as number) > 0x7f) return undefined
    return length
  }

  #sharedPrefix(at: number, text: string): number {
    const max = Math.min(text.length, this.#view.getUint8(at))
    let shared = 0
    while (shared < max && text.charCodeAt(shared) === this.#bytes[at + 1 + shared]) shared++
    return shared
  }

  get names(): number {
    return this.#view.getUint8(this.#namesAt)
  }

  /** The offset of the first name, as input for {@link readName}. */
  get firstNameAt(): number {
    return this.#namesAt + 1
  }

  /**
   * Reads one name.
   *
   * @returns The offset of the next name.
   */
  readName(at: number): number {
    return this.name.read(this.#view, at)
  }
}
