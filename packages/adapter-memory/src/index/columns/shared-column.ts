/** Columns use shared memory, so workers read and build them without copying. */
export type Bytes = Uint8Array<SharedArrayBuffer>
export type Integers = Uint32Array<SharedArrayBuffer>
export type SignedIntegers = Int32Array<SharedArrayBuffer>
export type Units = Uint16Array<SharedArrayBuffer>
export type Numbers = Float64Array<SharedArrayBuffer>

export function bytes(length: number): Bytes {
  return new Uint8Array(new SharedArrayBuffer(length))
}

export function integers(length: number): Integers {
  return new Uint32Array(new SharedArrayBuffer(length * 4))
}

export function signedIntegers(length: number): SignedIntegers {
  return new Int32Array(new SharedArrayBuffer(length * 4))
}

export function units(length: number): Units {
  return new Uint16Array(new SharedArrayBuffer(length * 2))
}

export function numbers(length: number): Numbers {
  return new Float64Array(new SharedArrayBuffer(length * 8))
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** A column that grows while it is filled. {@link GrowingColumn.finish} returns the column at its final length. */
export class GrowingColumn<Of extends Bytes | Integers | SignedIntegers | Units | Numbers> {
  readonly #make: (length: number) => Of
  #column: Of
  length = 0

  constructor(make: (length: number) => Of, first = 1_024) {
    this.#make = make
    this.#column = make(first)
  }

  push(value: number): void {
    if (this.length === this.#column.length) this.#grow(this.length + 1)
    this.#column[this.length++] = value
  }

  append(values: ArrayLike<number>): void {
    const length = this.length + values.length
    if (length > this.#column.length) this.#grow(length)
    this.#column.set(values, this.length)
    this.length = length
  }

  at(position: number): number {
    return this.#column[position] as number
  }

  /** The current values. The next `push` may reallocate them. */
  get values(): Of {
    return this.#column.subarray(0, this.length) as Of
  }

  finish(): Of {
    if (this.#column.length === this.length) return this.#column
    const exact = this.#make(this.length)
    ;(exact as Column).set(this.values)
    return exact
  }

  #grow(minLength: number): void {
    const larger = this.#make(Math.max(minLength, Math.ceil(this.#column.length * 1.5)))
    ;(larger as Column).set(this.#column)
    this.#column = larger
  }
}
