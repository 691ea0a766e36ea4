import type { Route } from '../route/route.ts'
import * as account from './account/account.ts'
import * as keys from './account/keys.ts'
import * as providerSignIn from './account/provider-sign-in.ts'
import * as use from './account/records-of-use.ts'
import * as session from './account/session.ts'
import * as sessions from './account/sessions.ts'
import * as team from './account/team.ts'
import * as totp from './account/totp.ts'
import * as webhooks from './account/webhooks.ts'
import * as adminAccess from './admin/access.ts'
import * as adminAccounts from './admin/accounts.ts'
import * as adminJobs from './admin/jobs.ts'
import * as adminPlans from './admin/plans.ts'
import { batchJobRoutes, batchMapRoute } from './jobs/batch-map.ts'
import { concordanceJobRoutes, importConcordanceRoute } from './jobs/import-concordance.ts'
import { importJobRoutes, importRoute } from './jobs/import-feed.ts'
import { dashboardAssetRoute, dashboardRoute } from './public/dashboard.ts'
import { metricsRoute } from './public/metrics.ts'
import { healthRoute, openApiRoute, readyRoute } from './public/operations.ts'
import { docsRoute, errorsRoute } from './public/pages.ts'
import * as alerts from './registry/alerts.ts'
import * as concordances from './registry/concordances.ts'
import { confirmRoute } from './registry/confirm.ts'
import * as decisions from './registry/decisions.ts'
import { duplicatesRoute, resolveDuplicateRoute } from './registry/duplicates.ts'
import { explainRoute } from './registry/explain.ts'
import { exportRoute } from './registry/export.ts'
import { getProductRoute } from './registry/get-product.ts'
import { decisionCountsRoute, decisionsRoute } from './registry/list-decisions.ts'
import { matchRoute } from './registry/match.ts'
import * as reads from './registry/reads.ts'
import * as records from './registry/records.ts'
import { searchProductsRoute } from './registry/search-products.ts'
import { statsRoute } from './registry/stats.ts'
import { suggestRoute } from './registry/suggest.ts'
import * as supplierReports from './registry/supplier-reports.ts'
import * as suppliers from './registry/suppliers.ts'
import { verifyRoute } from './registry/verify.ts'

/** Every operation of the API. */
export const ROUTES: readonly Route[] = [
  searchProductsRoute,
  getProductRoute,
  matchRoute,
  confirmRoute,
  batchMapRoute,
  ...batchJobRoutes,
  duplicatesRoute,
  resolveDuplicateRoute,
  verifyRoute,
  statsRoute,
  suggestRoute,
  ...Object.values(reads),
  ...Object.values(alerts),
  explainRoute,
  ...Object.values(records),
  ...Object.values(suppliers),
  concordances.concordancesRoute,
  concordances.contradictionsRoute,
  concordances.storeConcordanceRoute,
  concordances.removeConcordanceRoute,
  importConcordanceRoute,
  ...concordanceJobRoutes,
  ...Object.values(supplierReports),
  importRoute,
  ...importJobRoutes,
  exportRoute,
  ...Object.values(decisions),
  decisionsRoute,
  decisionCountsRoute,
  ...Object.values(keys),
  ...Object.values(team),
  ...Object.values(use),
  ...Object.values(webhooks),
  ...Object.values(session),
  ...Object.values(sessions),
  ...Object.values(totp),
  ...Object.values(providerSignIn),
  ...Object.values(account),
  ...Object.values(adminAccounts),
  ...Object.values(adminAccess),
  ...Object.values(adminPlans),
  ...Object.values(adminJobs),
  healthRoute,
  readyRoute,
  metricsRoute,
  openApiRoute(() => ROUTES),
  docsRoute(() => ROUTES),
  errorsRoute,
  dashboardRoute,
  dashboardAssetRoute,
]
