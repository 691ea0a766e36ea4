import { CATEGORIES, CATEGORY_GROUPS, type CategoryGroup, type Profile } from '../../model/category.ts'
import type { Coordinates } from '../../model/place.ts'
import { COORDINATE_UNITS, LAYOUT_VERSION } from './feature-layout.ts'
import { NameView } from './name-view.ts'

/** The offset of a missing part. No part has an offset below 5. */
const ABSENT = -1

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
  #supplierAt = ABSENT
  #coordinatesAt = ABSENT
  #postcodeAt = ABSENT
  #addressAt = ABSENT
  #phoneAt = ABSENT
  #webAt = ABSENT
  #starsAt = ABSENT
  #roomsAt = ABSENT
  #brandAt = ABSENT
  #operatorAt = ABSENT
  #licenceAt = ABSENT
  #activityAt = ABSENT
  #namesAt = ABSENT
  #identifiersAt = ABSENT
  #at = 0

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
    try {
      this.#locateParts(from)
    } catch (error) {
      if (error instanceof RangeError) throw new TypeError('features are cut or damaged', { cause: error })
      throw error
    }
    if (this.#at > to) throw new TypeError('features are cut or damaged')
  }

  #locateParts(from: number): void {
    const view = this.#view
    const version = view.getUint8(from)
    if (version !== LAYOUT_VERSION) throw new TypeError(`features have layout ${version}, expected ${LAYOUT_VERSION}`)
    this.category = view.getUint8(from + 1)
    this.group = CATEGORY_GROUPS[view.getUint8(from + 2)] ?? 'other'
    this.profile = CATEGORIES[this.category]?.profile ?? 'generic'
    const presence = view.getUint16(from + 3, true)
    this.#at = from + 5
    // This code reads the parts in the order of the layout.
    this.#supplierAt = this.#skip(presence & 1, 4)
    this.#coordinatesAt = this.#skip(presence & 2, 10)
    this.#skipText(presence & 4)
    this.#skipText(presence & 8)
    this.#postcodeAt = this.#skipText(presence & 16)
    this.#addressAt = this.#skip(presence & 32, 4)
    if (this.#addressAt !== ABSENT) {
      this.#skipList(4)
      this.#at++
    }
    this.#phoneAt = this.#skip(presence & 64, 4)
    this.#webAt = this.#skip(presence & 128, 9)
    this.#starsAt = this.#skip(presence & 256, 1)
    this.#roomsAt = this.#skip(presence & 512, 2)
    this.#brandAt = this.#skipText(presence & 1_024)
    this.#operatorAt = this.#skip(presence & 2_048, 4)
    this.#licenceAt = this.#skip(presence & 4_096, 4)
    this.#activityAt = this.#skip(presence & 8_192, 4)
    if (this.#activityAt !== ABSENT) this.#skipList(4)
    if ((presence & 16_384) !== 0) this.#skipTransfer()
    if ((presence & 32_768) !== 0) this.#skipList(8)
    this.#namesAt = this.#at
    this.#skipNames()
    this.#identifiersAt = this.#at
    this.#skipList(8)
  }

  #skip(present: number, size: number): number {
    if (present === 0) return ABSENT
    const at = this.#at
    this.#at = at + size
    return at
  }

  #skipText(present: number): number {
    if (present === 0) return ABSENT
    const at = this.#at
    this.#at = at + 1 + this.#view.getUint8(at)
    return at
  }

  #skipList(size: number): void {
    this.#at += 1 + this.#view.getUint8(this.#at) * size
  }

  #skipTransfer(): void {
    for (let end = 0; end < 2; end++) {
      const kind = this.#view.getUint8(this.#at++)
      if (kind === 0) continue
      this.#at += 4
      this.#skipList(4)
      if (kind !== 1) this.#at += 8
    }
    this.#at += 7
  }

  #skipNames(): void {
    const view = this.#view
    let at = this.#at
    const names = view.getUint8(at++)
    for (let name = 0; name < names; name++) {
      const words = view.getUint8(at + 4)
      at += 5
      for (let word = 0; word < words; word++) at += 6 + view.getUint8(at + 5)
    }
    this.#at = at
  }

  #u32(at: number): number | undefined {
    return at === ABSENT ? undefined : this.#view.getUint32(at, true)
  }

  get supplier(): number | undefined {
    return this.#u32(this.#supplierAt)
  }

  /** Coordinates of the current record. The view uses the returned array again for the next record. */
  get coordinates(): Coordinates | undefined {
    const at = this.#coordinatesAt
    if (at === ABSENT) return undefined
    this.#point[0] = this.#view.getInt32(at, true) / COORDINATE_UNITS
    this.#point[1] = this.#view.getInt32(at + 4, true) / COORDINATE_UNITS
    return this.#point
  }

  get precisionMeters(): number {
    return this.#coordinatesAt === ABSENT ? 1 : this.#view.getUint16(this.#coordinatesAt + 8, true)
  }

  get phone(): number | undefined {
    return this.#u32(this.#phoneAt)
  }

  get operator(): number | undefined {
    return this.#u32(this.#operatorAt)
  }

  get licence(): number | undefined {
    return this.#u32(this.#licenceAt)
  }

  get stars(): number | undefined {
    return this.#starsAt === ABSENT ? undefined : this.#view.getUint8(this.#starsAt) / 10
  }

  get rooms(): number | undefined {
    return this.#roomsAt === ABSENT ? undefined : this.#view.getUint16(this.#roomsAt, true)
  }

  /** The duration in minutes; 0 if unknown. */
  get durationMinutes(): number {
    return this.#u32(this.#activityAt) ?? 0
  }

  get hasBrand(): boolean {
    return this.#brandAt !== ABSENT
  }

  get hasPostcode(): boolean {
    return this.#postcodeAt !== ABSENT
  }

  get hasAddress(): boolean {
    return this.#addressAt !== ABSENT
  }

  get hasWeb(): boolean {
    return this.#webAt !== ABSENT
  }

  /** The hash of the web host. This getter and the next two getters need a record with a web address. */
  get webHost(): number {
    return this.#view.getUint32(this.#webAt, true)
  }

  get webPage(): number {
    return this.#view.getUint32(this.#webAt + 4, true)
  }

  get isWebShared(): boolean {
    return this.#view.getUint8(this.#webAt + 8) === 1
  }

  /** The first house number. This getter and the next three getters need a record with an address. */
  get houseNumber(): number {
    return this.#view.getUint16(this.#addressAt, true)
  }

  get houseNumberLast(): number {
    return this.#view.getUint16(this.#addressAt + 2, true)
  }

  get streetWords(): number {
    return this.#view.getUint8(this.#addressAt + 4)
  }

  get streetScript(): number {
    return this.#view.getUint8(this.#addressAt + 5 + this.streetWords * 4)
  }

  /** Returns the number of these hashes that the street contains. */
  sharedStreetWords(hashes: readonly number[]): number {
    const words = this.streetWords
    const from = this.#addressAt + 5
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
    return this.#view.getUint32(this.#identifiersAt + 1 + position * 8, true)
  }

  identifierValue(position: number): number {
    return this.#view.getUint32(this.#identifiersAt + 5 + position * 8, true)
  }

  /**
   * Length of the postcode in characters; undefined for a postcode that is not ASCII. This getter needs a record with a
   * postcode.
   */
  get postcodeLength(): number | undefined {
    return this.#asciiLength(this.#postcodeAt)
  }

  /** Returns the length of the common prefix of a text and an ASCII postcode. */
  postcodePrefixLength(text: string): number {
    return this.#sharedPrefix(this.#postcodeAt, text)
  }

  /**
   * Length of the brand in characters; undefined for a brand that is not ASCII. This getter needs a record with a
   * brand.
   */
  get brandLength(): number | undefined {
    return this.#asciiLength(this.#brandAt)
  }

  /** Returns the length of the common prefix of a text and an ASCII brand. */
  brandPrefixLength(text: string): number {
    return this.#sharedPrefix(this.#brandAt, text)
  }

  /** Returns the code of the character of an ASCII brand at a position. */
  brandCharCode(position: number): number {
    return this.#view.getUint8(this.#brandAt + 1 + position)
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
