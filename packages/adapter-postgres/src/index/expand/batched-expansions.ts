import type { ExpandedWord, ExpandRequest } from '@utpid/core/storage'

type Expand = (requests: readonly ExpandRequest[]) => Promise<ExpandedWord[][]>

/**
 * Batches the requests of one event-loop turn into one call. For each tag, a search expands its last word by prefix and
 * each long word by typos.
 */
export class BatchedExpansions {
  readonly #expand: Expand
  #next: { readonly requests: ExpandRequest[]; readonly lists: Promise<ExpandedWord[][]> } | undefined

  constructor(expand: Expand) {
    this.#expand = expand
  }

  async expand(request: ExpandRequest): Promise<ExpandedWord[]> {
    this.#next ??= this.#start()
    const { requests, lists } = this.#next
    const at = requests.push(request) - 1
    return (await lists)[at] as ExpandedWord[]
  }

  #start(): { readonly requests: ExpandRequest[]; readonly lists: Promise<ExpandedWord[][]> } {
    const requests: ExpandRequest[] = []
    const lists = Promise.resolve().then(() => {
      this.#next = undefined
      return this.#expand(requests)
    })
    return { requests, lists }
  }
}
