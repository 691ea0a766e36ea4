import { render } from 'preact'
import { readSession } from './data/api/sign-in.ts'
import { App } from './shell/app.tsx'
import './style/index.css'
import { apply } from './ui/theme.ts'

apply()
void readSession()
const root = document.querySelector('#app')
if (root !== null) render(<App />, root)
