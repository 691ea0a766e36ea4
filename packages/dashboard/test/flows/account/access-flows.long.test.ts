import { describeInBrowser } from '../../support/dashboard-browser.ts'
import { accessFlows } from './access-flows.ts'

describeInBrowser('access', 'sign-in, second factor, sessions and ownership in all views', () =>
  accessFlows([
    { width: 1440, theme: 'light' },
    { width: 1440, theme: 'dark' },
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
  ]),
)
