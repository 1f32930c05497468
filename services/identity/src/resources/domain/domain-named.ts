import type { Stores } from '../../db/stores.ts'
import type { Project } from '../../domain/records.ts'

/** The domain with a name, compared case-insensitively. */
export const domainNamed = async ({ projects }: Stores, name: string): Promise<Project | undefined> => {
  const [domain] = await projects.page(
    [
      { column: 'is_domain', comparison: 'equals', ignoreCase: false, value: true },
      { column: 'name', comparison: 'equals', ignoreCase: true, value: name },
    ],
    { limit: 1 },
  )
  return domain
}
