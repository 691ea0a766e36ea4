import type { JSX } from 'preact'
import type { PageProps } from '../../routing/page.ts'
import './registry.css'
import { ProductView } from './product-view.tsx'
import { SearchView } from './search-view.tsx'

/** The search page, or the page of one product. */
export function RegistryPage({ rest, query }: PageProps): JSX.Element {
  const [utpid] = rest
  return utpid === undefined ? <SearchView query={query} /> : <ProductView key={utpid} utpid={utpid} />
}
