import { describeInBrowser } from '../support/dashboard-browser.ts'
import { repairFlows } from './repair-flows.ts'

describeInBrowser('repair', 'merge, split, move, delete, undo and the page of decisions, in other views', () =>
  repairFlows([
    { width: 1440, theme: 'dark' },
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
  ]),
)
