import type { ExpandedWord, ExpandRequest } from '@utpid/core'

type Expand = (requests: readonly ExpandRequest[]) => Promise<ExpandedWord[][]>

/** Asks at once what is asked for in one turn: a search has the last word begun, and every long one misspelt, under each tag. */
export class GatheredExpansions {
  readonly #expand: Expand
  #next: { readonly requests: ExpandRequest[]; readonly lists: Promise<ExpandedWord[][]> } | undefined

  constructor(expand: Expand) {
    this.#expand = expand
  }

  async expand(request: ExpandRequest): Promise<ExpandedWord[]> {
    this.#next ??= this.#begin()
    const { requests, lists } = this.#next
    const at = requests.push(request) - 1
    return (await lists)[at] as ExpandedWord[]
  }

  #begin(): { readonly requests: ExpandRequest[]; readonly lists: Promise<ExpandedWord[][]> } {
    const requests: ExpandRequest[] = []
    const lists = Promise.resolve().then(() => {
      this.#next = undefined
      return this.#expand(requests)
    })
    return { requests, lists }
  }
}
