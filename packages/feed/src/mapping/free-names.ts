/**
 * Assigns unique names: `NAME`, else `NAME_2`, `NAME_3` and so on. The object stores the last number used for each
 * name. Starting at 2 each time would take quadratic time when thousands of columns share one name.
 */
export class FreeNames {
  readonly #isUsed: (name: string) => boolean
  #next: Map<string, number> | undefined

  constructor(isUsed: (name: string) => boolean) {
    this.#isUsed = isUsed
  }

  of(name: string): string {
    if (!this.#isUsed(name)) return name
    this.#next ??= new Map()
    let count = this.#next.get(name) ?? 2
    while (this.#isUsed(`${name}_${count}`)) count++
    this.#next.set(name, count + 1)
    return `${name}_${count}`
  }
}
