import type { ComponentType } from 'preact'

/** What every page is given: the rest of its path, and what stands behind the `?`. */
export interface PageProps {
  readonly rest: readonly string[]
  readonly query: URLSearchParams
}

/** A page of the dashboard. */
export interface Page {
  /** The first part of its path. */
  readonly name: string
  readonly title: string
  readonly group: 'Registry' | 'Account' | undefined
  /** Any of these scopes shows it. */
  readonly scopes: readonly string[]
  readonly load: () => Promise<ComponentType<PageProps>>
}
