import '@patternfly/react-core/dist/styles/base.css'
import './style/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyTheme } from './shell/theme.ts'
import { preferredLanguage } from './words/preferred-language.ts'
import { begin } from './words/speak.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no place for the page')
applyTheme()
await begin(preferredLanguage())
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
