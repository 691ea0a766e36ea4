import { CATEGORIES, CATEGORY_GROUPS, type CategoryGroup, type Profile } from '../../model/category.ts'
import type { Coordinates } from '../../model/place.ts'
import { addedPartsSizeAt } from './added-parts.ts'
import { COORDINATE_UNITS, type SizeAt, type ValueSize } from './codec.ts'
import { damagedFeatures, HAS_ADDED_PARTS, IDENTIFIER_BYTES, LAYOUT_VERSION, otherLayout } from './feature-layout.ts'
import { bitOf, PARTS } from './feature-parts.ts'
import { IDENTIFIER_VALUE_AT, namesSizeAt } from './name-codec.ts'
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

/**
 * The size of each part as one integer, which a loop reads faster than the objects of the table: 8 bits with the number
 * of bytes without counted elements, 8 bits with the position of the count, and the number of bytes of each element, 0
 * without a count. A negative number stands for a part whose size only a function finds.
 */
const SIZES = Int32Array.from(PARTS, ({ codec: { size } }) => packedSize(size))
const SIZE_FUNCTIONS = PARTS.map(({ codec: { size } }) => (typeof size === 'function' ? size : undefined))

function packedSize(size: ValueSize): number {
  if (typeof size === 'number') return size
  return typeof size === 'function' ? -1 : (size.before + 1 + size.after) | (size.before << 8) | (size.each << 16)
}

/** The category groups by the byte that stores them, and the profiles by the byte of the category. */
const GROUPS = Array.from({ length: 256 }, (_, byte) => CATEGORY_GROUPS[byte & ~HAS_ADDED_PARTS] ?? 'other')
const PROFILES = Array.from({ length: 256 }, (_, byte) => CATEGORIES[byte]?.profile ?? 'generic')

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
  /**
   * The least imprecision of coordinates in metres, from the habits of the record's supplier. Scorers set it for each
   * record.
   */
  leastPrecisionMeters = 0
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
  readonly #offsets = new Uint32Array(PARTS.length)
  #namesAt = 0
  #identifiersAt = 0

  /**
   * Reads the record stored in the bytes from `from` (inclusive) to `to` (exclusive).
   *
   * @param to - At most 2^32 - 1.
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
    const offsets = this.#offsets
    const sizes = SIZES
    let at = from
    const version = view.getUint8(at++)
    if (version !== LAYOUT_VERSION) throw otherLayout(version)
    const category = view.getUint8(at++)
    const group = view.getUint8(at++)
    this.category = category
    this.profile = PROFILES[category] as Profile
    this.group = GROUPS[group] as CategoryGroup
    const presence = view.getUint16(at, true)
    at += 2
    this.#presence = presence
    for (let bits = presence; bits !== 0; bits &= bits - 1) {
      const part = 31 - Math.clz32(bits & -bits)
      const size = sizes[part] as number
      offsets[part] = at
      // A part without a count multiplies any byte by 0, since a branch would be slower. The result of a function may be
      // any value for the compiler, until `| 0` makes it an integer.
      if (size >= 0) at += (size & 0xff) + Math.imul(view.getUint8(at + ((size >> 8) & 0xff)), size >> 16)
      else at += (SIZE_FUNCTIONS[part] as SizeAt)(view, at) | 0
    }
    if ((group & HAS_ADDED_PARTS) !== 0) at += addedPartsSizeAt(view, at)
    this.#namesAt = at
    at += namesSizeAt(view, at)
    this.#identifiersAt = at
    return at + 1 + view.getUint8(at) * IDENTIFIER_BYTES
  }

  #u32(part: number): number | undefined {
    return (this.#presence & (1 << part)) !== 0 ? this.#view.getUint32(this.#offsets[part] as number, true) : undefined
  }

  get supplier(): number | undefined {
    return this.#u32(SUPPLIER)
  }

  /** Coordinates of the current record. The view uses the returned array again for the next record. */
  get coordinates(): Coordinates | undefined {
    if ((this.#presence & (1 << COORDINATES)) === 0) return undefined
    const at = this.#offsets[COORDINATES] as number
    this.#point[0] = this.#view.getInt32(at, true) / COORDINATE_UNITS
    this.#point[1] = this.#view.getInt32(at + 4, true) / COORDINATE_UNITS
    return this.#point
  }

  get precisionMeters(): number {
    if ((this.#presence & (1 << COORDINATES)) === 0) return 1
    const written = this.#view.getUint16((this.#offsets[COORDINATES] as number) + PRECISION_AT, true)
    return Math.max(written, this.leastPrecisionMeters)
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
    return (this.#presence & (1 << STARS)) !== 0 ? this.#view.getUint8(this.#offsets[STARS] as number) / 10 : undefined
  }

  get rooms(): number | undefined {
    return (this.#presence & (1 << ROOMS)) !== 0
      ? this.#view.getUint16(this.#offsets[ROOMS] as number, true)
      : undefined
  }

  /** The duration in minutes; 0 if unknown. */
  get durationMinutes(): number {
    return this.#u32(ACTIVITY) ?? 0
  }

  get hasBrand(): boolean {
    return (this.#presence & (1 << BRAND)) !== 0
  }

  get hasPostcode(): boolean {
    return (this.#presence & (1 << POSTCODE)) !== 0
  }

  get hasAddress(): boolean {
    return (this.#presence & (1 << ADDRESS)) !== 0
  }

  get hasWeb(): boolean {
    return (this.#presence & (1 << WEB)) !== 0
  }

  /** The hash of the web host. This getter and the next two getters need a record with a web address. */
  get webHost(): number {
    return this.#view.getUint32(this.#offsets[WEB] as number, true)
  }

  get webPage(): number {
    return this.#view.getUint32((this.#offsets[WEB] as number) + PAGE_AT, true)
  }

  get isWebShared(): boolean {
    return this.#view.getUint8((this.#offsets[WEB] as number) + SHARED_AT) === 1
  }

  /** The first house number. This getter and the next three getters need a record with an address. */
  get houseNumber(): number {
    return this.#view.getUint16(this.#offsets[ADDRESS] as number, true)
  }

  get houseNumberLast(): number {
    return this.#view.getUint16((this.#offsets[ADDRESS] as number) + LAST_HOUSE_NUMBER_AT, true)
  }

  get streetWords(): number {
    return this.#view.getUint8((this.#offsets[ADDRESS] as number) + STREET_AT)
  }

  get streetScript(): number {
    return this.#view.getUint8((this.#offsets[ADDRESS] as number) + STREET_AT + 1 + this.streetWords * 4)
  }

  /** Returns the number of these hashes that the street contains. */
  sharedStreetWords(hashes: readonly number[]): number {
    const words = this.streetWords
    const from = (this.#offsets[ADDRESS] as number) + STREET_AT + 1
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
    return this.#view.getUint32(this.#identifiersAt + 1 + position * IDENTIFIER_BYTES, true)
  }

  identifierValue(position: number): number {
    return this.#view.getUint32(this.#identifiersAt + 1 + position * IDENTIFIER_BYTES + IDENTIFIER_VALUE_AT, true)
  }

  /**
   * Length of the postcode in characters; undefined for a postcode that is not ASCII. This getter needs a record with a
   * postcode.
   */
  get postcodeLength(): number | undefined {
    return this.#asciiLength(this.#offsets[POSTCODE] as number)
  }

  /** Returns the length of the common prefix of a text and an ASCII postcode. */
  postcodePrefixLength(text: string): number {
    return this.#sharedPrefix(this.#offsets[POSTCODE] as number, text)
  }

  /**
   * Length of the brand in characters; undefined for a brand that is not ASCII. This getter needs a record with a
   * brand.
   */
  get brandLength(): number | undefined {
    return this.#asciiLength(this.#offsets[BRAND] as number)
  }

  /** Returns the length of the common prefix of a text and an ASCII brand. */
  brandPrefixLength(text: string): number {
    return this.#sharedPrefix(this.#offsets[BRAND] as number, text)
  }

  /** Returns the code of the character of an ASCII brand at a position. */
  brandCharCode(position: number): number {
    return this.#view.getUint8((this.#offsets[BRAND] as number) + 1 + position)
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
