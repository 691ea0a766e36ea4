/** A member of a structure in the compact protocol of Thrift: its number, type and value. */
export type Member = readonly [id: number, type: number, value: Buffer]

/** @param members - In the order of their numbers, none more than 15 above the one before. */
export function struct(members: readonly Member[]): Buffer {
  let before = 0
  const parts = members.flatMap(([id, type, value]) => {
    const head = Buffer.of(((id - before) << 4) | type)
    before = id
    return [head, value]
  })
  return Buffer.concat([...parts, Buffer.of(0)])
}

export function i32(id: number, value: number): Member {
  return [id, 5, varint(zigzag(BigInt(value)))]
}

export function i64(id: number, value: bigint): Member {
  return [id, 6, varint(zigzag(value))]
}

export function binary(id: number, text: string): Member {
  return [id, 8, Buffer.concat([varint(BigInt(Buffer.byteLength(text))), Buffer.from(text)])]
}

/** A list of values of one type. */
export function list(type: number, values: readonly Buffer[]): Buffer {
  const head =
    values.length < 15
      ? Buffer.of((values.length << 4) | type)
      : Buffer.concat([Buffer.of(0xf0 | type), varint(BigInt(values.length))])
  return Buffer.concat([head, ...values])
}

function zigzag(value: bigint): bigint {
  return value < 0n ? -value * 2n - 1n : value * 2n
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const next = rest >> 7n
    bytes.push(Number(rest & 0x7fn) | (next > 0n ? 0x80 : 0))
    rest = next
  } while (rest > 0n)
  return Buffer.from(bytes)
}
