import { LIMITS } from '../../model/limits.ts'

/**
 * Error for a text that no supplier intends. The record is rejected, since a cut would hide the problem of the feed.
 */
export class TextTooLong extends Error {
  readonly field: string
  readonly #isOurs = true

  constructor(field: string, characters: number) {
    const max = LIMITS.cellCharacters.toLocaleString('en')
    super(
      `The text has ${characters.toLocaleString('en')} characters; a text may have ${max}. Shorten it, or leave it out.`,
    )
    this.field = field
  }

  /** Whether a thrown value is a TextTooLong. It avoids `instanceof`, which reads the prototype of a hostile proxy. */
  static is(thrown: unknown): thrown is TextTooLong {
    return typeof thrown === 'object' && thrown !== null && #isOurs in thrown && thrown.#isOurs
  }
}

/** @throws {TextTooLong} */
export function checkTextLength(text: string, field: string): void {
  if (text.length > LIMITS.cellCharacters) throw new TextTooLong(field, text.length)
}
