import { describeInBrowser } from '../support/dashboard-browser.ts'
import { repairFlows } from './repair-flows.ts'

describeInBrowser('repair', 'merge, split, move, delete, undo and the page of decisions', () =>
  repairFlows([{ width: 1440, theme: 'light' }]),
)
