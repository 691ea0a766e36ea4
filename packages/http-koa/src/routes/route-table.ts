import type { Route } from '../route/route.ts'
import { deleteProductRoute, mergeRoute, pinRoute, splitRoute, undoRoute } from './registry/decisions.ts'
import { duplicatesRoute, resolveDuplicateRoute } from './registry/duplicates.ts'
import { getProductRoute } from './registry/get-product.ts'
import { matchRoute } from './registry/match.ts'
import { alertsRoute, changesRoute, historyRoute, lookupRoute } from './registry/reads.ts'
import { endRecordRoute, getRecordRoute, putRecordRoute } from './registry/records.ts'
import { searchProductsRoute } from './registry/search-products.ts'
import { statsRoute } from './registry/stats.ts'
import { endSupplierRoute, setSupplierRoute, supplierRoute, suppliersRoute } from './registry/suppliers.ts'
import { verifyRoute } from './registry/verify.ts'

/** Every operation of the API. */
export const ROUTES: readonly Route[] = [
  searchProductsRoute,
  getProductRoute,
  pinRoute,
  deleteProductRoute,
  historyRoute,
  matchRoute,
  duplicatesRoute,
  resolveDuplicateRoute,
  alertsRoute,
  verifyRoute,
  statsRoute,
  lookupRoute,
  putRecordRoute,
  getRecordRoute,
  endRecordRoute,
  suppliersRoute,
  supplierRoute,
  setSupplierRoute,
  endSupplierRoute,
  mergeRoute,
  splitRoute,
  undoRoute,
  changesRoute,
]
