import type { ComponentType } from 'preact'

/** Properties of every page: the rest of the page's path, and the query after `?`. */
export interface PageProps {
  readonly rest: readonly string[]
  readonly query: URLSearchParams
}

/** A page of the dashboard. */
export interface Page {
  /** The first part of the page's path. */
  readonly name: string
  readonly title: string
  readonly group: 'Registry' | 'Account' | undefined
  /** The menu shows the page if the session has any of these scopes. An empty list: to every session. */
  readonly scopes: readonly string[]
  readonly load: () => Promise<ComponentType<PageProps>>
}
