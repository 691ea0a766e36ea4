import { isAscii, isUtf8 } from 'node:buffer'
import { type EncodingGuess, guessEncoding } from './guess-encoding.ts'
import { decoderOf, isMultiByte, type ToUtf8 } from './text-encoding.ts'

/** The encoding of a source, as far as it is read. */
export class EncodingReport {
  /** Standard name of the encoding. */
  encoding: string
  /** The guess, if nothing tells the encoding. */
  guessed: EncodingGuess | undefined
  /** 1-based line from which the guess is used. */
  line = 0

  constructor(encoding: string) {
    this.encoding = encoding
  }

  guess(guessed: EncodingGuess, line: number): void {
    this.encoding = guessed.encoding
    this.guessed = guessed
    this.line = line
  }
}

/** Bytes that a guess is made from. A longer line is decided in parts of this size. */
const SAMPLE_BYTES = 64 * 1024
/** Enough bytes for the word before a letter. */
const WORD_BYTES = 64
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Yields UTF-8 text unchanged. If the first line beyond ASCII is not UTF-8, guesses the encoding from there on. Lines
 * that are UTF-8 stay unchanged then too, unless the encoding is a multi-byte one, whose text may look like UTF-8.
 *
 * If the first line beyond ASCII is UTF-8, later invalid bytes are damage and pass unchanged: their line fails.
 */
export async function* repairEncoding(
  chunks: AsyncIterable<Buffer>,
  report: EncodingReport,
): AsyncGenerator<Buffer, void, undefined> {
  const repair = new EncodingRepair(report)
  for await (const chunk of chunks) {
    const bytes = repair.take(chunk)
    if (bytes.length > 0) yield bytes
  }
  const rest = repair.end()
  if (rest.length > 0) yield rest
}

type State = 'ascii' | 'sample' | 'utf-8' | 'other'

class EncodingRepair {
  readonly #report: EncodingReport
  #state: State = 'ascii'
  #decoder: ToUtf8 | undefined
  #isMultiByte = false
  /** Bytes that cannot be decided yet: of an unfinished line, or of the sample. */
  #held: Buffer[] = []
  #heldBytes = 0
  #lines = new LineCounter()
  /** The last bytes of the current line that are passed on already. A guess sees whole words with them. */
  #before: Buffer = NOTHING

  constructor(report: EncodingReport) {
    this.#report = report
  }

  take(chunk: Buffer): Buffer {
    switch (this.#state) {
      case 'utf-8':
        return chunk
      case 'ascii':
        return this.#takeAscii(chunk)
      case 'sample':
        return this.#takeSample(chunk, false)
      case 'other':
        return this.#takeOther(chunk, false)
    }
  }

  end(): Buffer {
    if (this.#state === 'ascii') return this.#takeHeldLine(true)
    if (this.#state === 'sample')
      return Buffer.concat([this.#takeSample(NOTHING, true), this.#takeOther(NOTHING, true)])
    return this.#state === 'other' ? this.#takeOther(NOTHING, true) : NOTHING
  }

  #takeAscii(chunk: Buffer): Buffer {
    if (this.#heldBytes > 0) {
      this.#hold(chunk)
      return this.#isUndecided(chunk) ? NOTHING : this.#takeHeldLine(false)
    }
    if (isAscii(chunk)) {
      this.#lines.count(chunk)
      this.#remember(chunk)
      return chunk
    }
    // Everything before the line of the first byte above ASCII is decided.
    const first = chunk.findIndex((byte) => byte > 0x7f)
    const start = chunk.lastIndexOf(LINE_FEED, first) + 1
    const before = chunk.subarray(0, start)
    this.#lines.count(before)
    if (start > 0) this.#before = NOTHING
    this.#hold(chunk.subarray(start))
    return joined(before, this.#takeHeldLine(false))
  }

  /** Decides by the first line beyond ASCII whether the source is UTF-8. */
  #takeHeldLine(isEnd: boolean): Buffer {
    const held = this.#release()
    const lineEnd = held.indexOf(LINE_FEED)
    const isWhole = lineEnd !== -1 || isEnd
    if (!isWhole && held.length < SAMPLE_BYTES) {
      this.#hold(held)
      return NOTHING
    }
    const line = held.subarray(0, lineEnd === -1 ? held.length : lineEnd)
    if (isUtf8(isWhole ? line : withoutCutEnd(line))) {
      this.#state = 'utf-8'
      return held
    }
    this.#state = 'sample'
    return this.#takeSample(held, isEnd)
  }

  #takeSample(chunk: Buffer, isEnd: boolean): Buffer {
    this.#hold(chunk)
    if (this.#heldBytes < SAMPLE_BYTES && !isEnd) return NOTHING
    const held = this.#release()
    const guess = guessEncoding(joined(this.#before, held.subarray(0, SAMPLE_BYTES)))
    if (guess === undefined) {
      this.#state = 'utf-8'
      return held
    }
    this.#report.guess(guess, this.#lines.ends + 1)
    this.#state = 'other'
    this.#decoder = decoderOf(guess.encoding)
    this.#isMultiByte = isMultiByte(guess.encoding)
    return this.#takeOther(held, isEnd)
  }

  #takeOther(chunk: Buffer, isEnd: boolean): Buffer {
    const decoder = this.#decoder
    if (decoder === undefined) return chunk
    if (this.#isMultiByte) return isEnd ? joined(decoder.decode(chunk), decoder.end()) : decoder.decode(chunk)
    this.#hold(chunk)
    if (!isEnd && this.#isUndecided(chunk)) return NOTHING
    const held = this.#release()
    const lastEnd = isEnd ? held.length : held.lastIndexOf(LINE_FEED) + 1
    const to = lastEnd === 0 && held.length >= SAMPLE_BYTES ? held.length : lastEnd
    if (to < held.length) this.#hold(held.subarray(to))
    return decodeLines(held.subarray(0, to), decoder)
  }

  /** Returns whether the held bytes need more bytes than this last chunk. */
  #isUndecided(chunk: Buffer): boolean {
    return this.#heldBytes < SAMPLE_BYTES && !chunk.includes(LINE_FEED)
  }

  #remember(chunk: Buffer): void {
    const end = chunk.lastIndexOf(LINE_FEED)
    const line = end === -1 ? joined(this.#before, chunk.subarray(-WORD_BYTES)) : chunk.subarray(end + 1)
    this.#before = line.subarray(-WORD_BYTES)
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
  }

  #release(): Buffer {
    const held = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    return held
  }
}

/** Decodes the lines that are not UTF-8. */
function decodeLines(bytes: Buffer, decoder: ToUtf8): Buffer {
  if (isUtf8(bytes)) return bytes
  const parts: Buffer[] = []
  let decided = 0
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from)
    const to = end === -1 ? bytes.length : end + 1
    const line = bytes.subarray(from, to)
    if (!isUtf8(line)) {
      parts.push(bytes.subarray(decided, from), decoder.decode(line))
      decided = to
    }
    from = to
  }
  parts.push(bytes.subarray(decided))
  return Buffer.concat(parts)
}

function joined(first: Buffer, second: Buffer): Buffer {
  if (first.length === 0) return second
  return second.length === 0 ? first : Buffer.concat([first, second])
}

/** Removes a character that the end of the bytes cuts. */
function withoutCutEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
    if (byte < 0x80) break
  }
  return bytes
}

/** Counts line ends: LF, or CR in text without LF. */
class LineCounter {
  #lineFeeds = 0
  #returns = 0

  get ends(): number {
    return this.#lineFeeds > 0 ? this.#lineFeeds : this.#returns
  }

  count(bytes: Buffer): void {
    this.#lineFeeds += occurrences(bytes, LINE_FEED)
    if (this.#lineFeeds === 0) this.#returns += occurrences(bytes, CARRIAGE_RETURN)
  }
}

function occurrences(bytes: Buffer, wanted: number): number {
  let count = 0
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) count += 1
  return count
}
