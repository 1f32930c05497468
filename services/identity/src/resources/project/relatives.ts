import type { QueryOf } from '@nimbo/operation/operation'
import type { RelativesView, showProject } from '@nimbo/contracts/identity/projects'
import type { IdentityApp } from '../../app/identity-app.ts'
import type { Project } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { projectView } from './view.ts'

/** The parents and subtree in the formats that a query asks for. */
export const projectRelatives = async (
  app: IdentityApp,
  base: string,
  project: Project,
  { query, userId }: { readonly query: QueryOf<typeof showProject>; readonly userId: string },
): Promise<RelativesView> => {
  const asked = (name: keyof typeof query) => name in query
  for (const which of ['parents', 'subtree'] as const)
    if (asked(`${which}_as_list`) && asked(`${which}_as_ids`))
      throw errors.Invalid({
        reason: `Cannot use ${which}_as_list and ${which}_as_ids query params at the same time.`,
      })
  const above =
    asked('parents_as_list') || asked('parents_as_ids') ? await app.projects.ancestors(project) : []
  const below =
    asked('subtree_as_list') || asked('subtree_as_ids') ? await app.projects.descendants(project.id) : []
  // Ids of all relatives are returned, but details only of projects on which the caller has a role.
  const own =
    asked('parents_as_list') || asked('subtree_as_list') ? await app.users.projectIdsOf(userId) : new Set()
  const entries = (projects: readonly Project[]) =>
    projects.filter(({ id }) => own.has(id)).map((each) => ({ project: projectView(base, each) }))
  // The domain is the topmost parent.
  const top: Tree = project.domain_id === null ? null : { [project.domain_id]: null }
  const chain = [...above].reverse().reduce<Tree>((inner, { id }) => ({ [id]: inner }), top)
  const branch = (parentId: string): Tree => {
    const children = below.filter(({ parent_id }) => parent_id === parentId)
    return children.length === 0 ? null : Object.fromEntries(children.map(({ id }) => [id, branch(id)]))
  }
  return {
    ...(asked('parents_as_list') ? { parents: entries(above) } : {}),
    ...(asked('parents_as_ids') ? { parents: chain } : {}),
    ...(asked('subtree_as_list') ? { subtree: entries(below) } : {}),
    ...(asked('subtree_as_ids') ? { subtree: branch(project.id) } : {}),
  }
}

/** A tree of ids; null for a leaf. */
type Tree = { [id: string]: Tree } | null
