const MAX_BLOCK_BYTES = 128 * 1024

interface FrameOptions {
  /** The logarithm of the window in bytes. Default: 20. */
  readonly windowLog?: number
  /** Bytes of a block. Default: the maximum of the format, 128 KB. */
  readonly blockBytes?: number
}

/** Creates a zstd frame of raw blocks: packed bytes that are not smaller. */
export function zstd(
  content: string | Buffer,
  { windowLog = 20, blockBytes = MAX_BLOCK_BYTES }: FrameOptions = {},
): Buffer {
  const plain = Buffer.from(content)
  const parts: Buffer[] = [Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3)]
  for (let from = 0; from === 0 || from < plain.length; from += blockBytes) {
    const block = plain.subarray(from, from + blockBytes)
    parts.push(blockHeader(0, block.length, from + blockBytes >= plain.length), block)
  }
  return Buffer.concat(parts)
}

/** Creates a zstd frame that repeats one byte: a bomb of 128 KB for each 4 bytes. */
export function zstdBomb(blocks: number, { windowLog = 20, blockBytes = MAX_BLOCK_BYTES }: FrameOptions = {}): Buffer {
  const parts: Buffer[] = [Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3)]
  for (let at = 1; at <= blocks; at++) parts.push(blockHeader(1, blockBytes, at === blocks), Buffer.from(' '))
  return Buffer.concat(parts)
}

/** Creates a skippable frame of zstd. */
export function skippableFrame(content: string): Buffer {
  const head = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, Buffer.from(content)])
}

function blockHeader(type: number, size: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(3)
  header.writeUIntLE((size << 3) | (type << 1) | (isLast ? 1 : 0), 0, 3)
  return header
}
