import { LIMITS } from '../../model/limits.ts'

/** A text that no supplier means: the record is rejected, since cutting it would hide what is wrong with the feed. */
export class TextTooLong extends Error {
  readonly field: string
  readonly #isOurs = true

  constructor(field: string, characters: number) {
    const most = LIMITS.cellCharacters.toLocaleString('en')
    super(
      `The text has ${characters.toLocaleString('en')} characters; a text may have ${most}. Shorten it, or leave it out.`,
    )
    this.field = field
  }

  /** Asks nothing of what was thrown: `instanceof` would ask a hostile proxy for its prototype. */
  static is(thrown: unknown): thrown is TextTooLong {
    return typeof thrown === 'object' && thrown !== null && #isOurs in thrown && thrown.#isOurs
  }
}

/** @throws {TextTooLong} */
export function checkTextLength(text: string, field: string): void {
  if (text.length > LIMITS.cellCharacters) throw new TextTooLong(field, text.length)
}
