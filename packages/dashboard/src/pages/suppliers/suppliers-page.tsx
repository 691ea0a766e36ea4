import type { JSX } from 'preact'
import type { PageProps } from '../../routing/page.ts'
import { SupplierList } from './supplier-list.tsx'
import { SupplierView } from './supplier-view.tsx'

/** The list of suppliers, or the page of one supplier. */
export function SuppliersPage({ rest }: PageProps): JSX.Element {
  const [id] = rest
  return id === undefined ? <SupplierList /> : <SupplierView key={id} id={id} />
}
