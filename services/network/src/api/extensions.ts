import * as operations from '@nimbo/contracts/network/extensions'
import { handlersOf } from '@nimbo/http/handle'
import type { Route } from '@nimbo/http/route'
import type { Deps } from '../app/deps.ts'
import { errors } from '../errors.ts'

/** An API extension. Clients and Tempest decide by this list what to use, so it names only what works. */
export interface Extension {
  readonly alias: string
  readonly name: string
  readonly description: string
}

export const extension = (alias: string, name: string, description: string): Extension => ({
  alias,
  name,
  description,
})

/** Extensions about all resources. */
const general: readonly Extension[] = [
  extension('filter-validation', 'Filters validation', 'Unknown filters are refused'),
  extension('pagination', 'Pagination support', 'Lists come in pages'),
  extension('project-id', 'project_id field enabled', 'Projects are named by project_id'),
  extension('quotas', 'Quota management support', 'Limits of a project'),
  extension('quota-check-limit', 'Quota engine limit check', 'Limits below what is used are refused'),
  extension('quota-check-limit-default', 'Quota engine limit check by default', 'Unless that is forced'),
  extension('quota_details', 'Quota details management support', 'Limits of a project with what it uses'),
  extension('revision-if-match', 'If-Match constraints based on revision_number', 'Conditional changes'),
  extension('sorting', 'Sorting support', 'Lists can be ordered'),
  extension('standard-attr-description', 'standard-attr-description', 'Descriptions of resources'),
  extension('standard-attr-revisions', 'Resource revision numbers', 'A number that counts the changes'),
  extension('standard-attr-tag', 'Tag support for resources with standard attribute', 'Tags of resources'),
  extension('standard-attr-timestamp', 'Resource timestamps', 'When a resource was made and changed'),
]

const shown = (each: Extension) => ({ ...each, updated: '2026-01-01T00:00:00-00:00', links: [] })

/** The handlers of the extensions API. */
export const extensionRoutes = (ofKinds: readonly Extension[]): Route<Deps>[] => {
  const handle = handlersOf<Deps>()({})
  const extensions = [...general, ...ofKinds].sort((one, other) => one.alias.localeCompare(other.alias))
  return [
    handle(operations.listExtensions, async () => ({ extensions: extensions.map(shown) })),
    handle(operations.showExtension, async ({ params }) => {
      const found = extensions.find(({ alias }) => alias === params.alias)
      if (!found) throw errors.ExtensionsNotFound({ extensions: params.alias })
      return { extension: shown(found) }
    }),
  ]
}
