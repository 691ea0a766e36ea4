import { describeInBrowser } from '../../support/dashboard-browser.ts'
import { accessFlows, requiredFactorFlow } from './access-flows.ts'

describeInBrowser('access', 'sign-in, second factor, sessions and ownership', () => {
  accessFlows([{ width: 1440, theme: 'light' }])
  requiredFactorFlow({ width: 390, theme: 'light' })
})
