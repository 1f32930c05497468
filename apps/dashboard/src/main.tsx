import '@patternfly/react-core/dist/styles/base.css'
import './style/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { sessionQuery } from './session/session-query.ts'
import { preload } from './shell/preload.ts'
import { reloadWhenReplaced } from './shell/reload-when-replaced.ts'
import { applyTheme } from './shell/theme.ts'
import { preferredLanguage } from './words/preferred-language.ts'
import { begin } from './words/speak.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no place for the page')
reloadWhenReplaced()
applyTheme()
// All that the first page needs is requested at once.
void queryClient.prefetchQuery(sessionQuery)
preload(location.pathname)
await begin(preferredLanguage())
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
