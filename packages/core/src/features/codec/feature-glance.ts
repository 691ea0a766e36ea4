import { CATEGORIES, CATEGORY_GROUPS, type CategoryGroup, type Profile } from '../../model/category.ts'
import type { Coordinates } from '../../model/place.ts'
import { COORDINATE_UNITS, LAYOUT_VERSION } from './feature-layout.ts'
import { GlancedName } from './glanced-name.ts'

/** Of a part that a record does not say; the first byte of a record is its layout. */
const ABSENT = -1

/**
 * A record read in place: where its parts stand in the bytes that a storage keeps, and what can be said of them without making
 * anything of them. One glance is used for any number of records, one after another; what it answers is of the last one.
 *
 * Most candidates are hopeless, and of those nothing else has to be read.
 */
export class FeatureGlance {
  profile: Profile = 'generic'
  group: CategoryGroup = 'other'
  category = 0
  /** Which record this is: another number for each that was read. */
  reading = 0
  /** The name that {@link readName} read last. */
  readonly name: GlancedName = new GlancedName()
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
   * Reads the record whose bytes stand from `from` up to `to`.
   *
   * @throws TypeError where `decodeFeatures` does: when the bytes are of another layout version, or damaged.
   */
  read(bytes: Uint8Array, from: number, to: number): void {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    this.reading++
    try {
      this.#walk(from)
    } catch (error) {
      if (error instanceof RangeError) throw new TypeError('features are cut or damaged', { cause: error })
      throw error
    }
    if (this.#at > to) throw new TypeError('features are cut or damaged')
  }

  #walk(from: number): void {
    const view = this.#view
    const version = view.getUint8(from)
    if (version !== LAYOUT_VERSION) throw new TypeError(`features have layout ${version}, expected ${LAYOUT_VERSION}`)
    this.category = view.getUint8(from + 1)
    this.group = CATEGORY_GROUPS[view.getUint8(from + 2)] ?? 'other'
    this.profile = CATEGORIES[this.category]?.profile ?? 'generic'
    const presence = view.getUint16(from + 3, true)
    this.#at = from + 5
    // In the order of the layout.
    this.#supplierAt = this.#pass(presence & 1, 4)
    this.#coordinatesAt = this.#pass(presence & 2, 10)
    this.#passText(presence & 4)
    this.#passText(presence & 8)
    this.#postcodeAt = this.#passText(presence & 16)
    this.#addressAt = this.#pass(presence & 32, 4)
    if (this.#addressAt !== ABSENT) {
      this.#passList(4)
      this.#at++
    }
    this.#phoneAt = this.#pass(presence & 64, 4)
    this.#webAt = this.#pass(presence & 128, 9)
    this.#starsAt = this.#pass(presence & 256, 1)
    this.#roomsAt = this.#pass(presence & 512, 2)
    this.#brandAt = this.#passText(presence & 1_024)
    this.#operatorAt = this.#pass(presence & 2_048, 4)
    this.#licenceAt = this.#pass(presence & 4_096, 4)
    this.#activityAt = this.#pass(presence & 8_192, 4)
    if (this.#activityAt !== ABSENT) this.#passList(4)
    if ((presence & 16_384) !== 0) this.#passTransfer()
    if ((presence & 32_768) !== 0) this.#passList(8)
    this.#namesAt = this.#at
    this.#passNames()
    this.#identifiersAt = this.#at
    this.#passList(8)
  }

  #pass(present: number, size: number): number {
    if (present === 0) return ABSENT
    const at = this.#at
    this.#at = at + size
    return at
  }

  #passText(present: number): number {
    if (present === 0) return ABSENT
    const at = this.#at
    this.#at = at + 1 + this.#view.getUint8(at)
    return at
  }

  #passList(size: number): void {
    this.#at += 1 + this.#view.getUint8(this.#at) * size
  }

  #passTransfer(): void {
    for (let end = 0; end < 2; end++) {
      const kind = this.#view.getUint8(this.#at++)
      if (kind === 0) continue
      this.#at += 4
      this.#passList(4)
      if (kind !== 1) this.#at += 8
    }
    this.#at += 7
  }

  #passNames(): void {
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

  /** Another place once the next record is read. */
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

  /** 0 when it is not said. */
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

  /** Of a record that has a web address; so the next two. */
  get webHost(): number {
    return this.#view.getUint32(this.#webAt, true)
  }

  get webPage(): number {
    return this.#view.getUint32(this.#webAt + 4, true)
  }

  get isWebShared(): boolean {
    return this.#view.getUint8(this.#webAt + 8) === 1
  }

  /** Of a record that has an address; so the next four. */
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

  /** How many of these hashes are among those of the street. */
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

  /** Length of the postcode of a record that has one; undefined unless all of it is ASCII, of which a byte is a character. */
  get postcodeLength(): number | undefined {
    return this.#asciiLength(this.#postcodeAt)
  }

  /** How many characters this text and such a postcode begin with alike. */
  postcodePrefix(text: string): number {
    return this.#sharedPrefix(this.#postcodeAt, text)
  }

  /** As {@link postcodeLength}. */
  get brandLength(): number | undefined {
    return this.#asciiLength(this.#brandAt)
  }

  /** As {@link postcodePrefix}. */
  brandPrefix(text: string): number {
    return this.#sharedPrefix(this.#brandAt, text)
  }

  /** The character of such a brand at a position, as a number. */
  brandUnit(position: number): number {
    return this.#view.getUint8(this.#brandAt + 1 + position)
  }

  #asciiLength(at: number): number | undefined {
    const length = this.#view.getUint8(at)
    for (let byte = at + 1; byte <= at + length; byte++) if ((this.#bytes[byte] as number) > 0x7f) return undefined
    return length
  }

  #sharedPrefix(at: number, text: string): number {
    const most = Math.min(text.length, this.#view.getUint8(at))
    let shared = 0
    while (shared < most && text.charCodeAt(shared) === this.#bytes[at + 1 + shared]) shared++
    return shared
  }

  get names(): number {
    return this.#view.getUint8(this.#namesAt)
  }

  /** Where the first name stands, for {@link readName}. */
  get firstNameAt(): number {
    return this.#namesAt + 1
  }

  /**
   * Reads one name.
   *
   * @returns Where the next one stands.
   */
  readName(at: number): number {
    return this.name.read(this.#view, at)
  }
}
