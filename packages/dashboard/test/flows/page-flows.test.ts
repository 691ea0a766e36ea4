import { describeInBrowser, VIEWS } from '../support/dashboard-browser.ts'
import { firstFlows } from './first-flows.ts'
import { pageFlows } from './page-flows.ts'

/** One wide and light, one narrow and dark. */
const SHORT_VIEWS = VIEWS.filter(({ width, theme }) => width > 1_000 === (theme === 'light'))

describeInBrowser(
  'the dashboard in a browser',
  'sign-in, every page, review by keyboard, scripts as names, axe',
  () => {
    pageFlows(SHORT_VIEWS)
    firstFlows()
  },
)
