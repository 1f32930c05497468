import { Navigate, Route, Routes } from 'react-router'
import { useSession } from '../session/session-context.ts'
import { EntryPage } from './entry-page.tsx'
import { offeredEntries } from './offered-entries.ts'

/** The routes, for example `/project/networks` and `/project/networks/ID/subnets`. */
export const Pages = () => {
  const [first] = offeredEntries(useSession())
  const home = first ? `/${first.area}/${first.name}` : '/settings/preferences'
  return (
    <Routes>
      <Route path="/:area/:name/:itemKey?/:tab?" element={<EntryPage />} />
      <Route path="*" element={<Navigate to={home} replace />} />
    </Routes>
  )
}
