import { queryClient } from '../api/query-client.ts'
import { entryAt } from '../panels/registry.ts'
import { entryQuery } from './entry-query.ts'

/** The page that most people see first. */
const home = ['project', 'overview'] as const

/** Loads the code of the page at an address while the session is still being read, or the login is filled in. */
export const preload = (pathname: string): void => {
  const [, , area = home[0], name = home[1]] = pathname.split('/').map((part) => part || undefined)
  const entry = entryAt(area, name)
  if (entry) void queryClient.prefetchQuery(entryQuery(entry))
}
