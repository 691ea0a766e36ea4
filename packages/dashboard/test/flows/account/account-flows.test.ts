import { describeInBrowser, VIEWS } from '../../support/dashboard-browser.ts'
import { accountFlows } from './account-flows.ts'

describeInBrowser('account pages', 'keys, team, webhooks, logs and plan', () => accountFlows(VIEWS.slice(0, 1)))
