import type { Call } from '@nimbo/http/route'
import type { Given, Kind } from '@nimbo/resource/describe/kind'
import type { Deps, Owned } from '../app/deps.ts'
import type { Draft } from '../app/draft.ts'
import { enforceWithAttributes } from './attribute-policy.ts'
import { checkCreate, defaultsOf, withDefaults } from './check-body.ts'
import type { Facts } from '../app/as-seen.ts'
import { factsOfParent, type Parents, type ServedKind } from './served-kind.ts'
import { badRequest } from './words.ts'

type AnyCall = Pick<Call<Deps>, 'ctx' | 'app' | 'allows'>

/** The project that will own the resource: the caller's, or any that an administrator names. */
export const ownerOf = ({ ctx, allows }: AnyCall, asked: string | null | undefined): string => {
  // An administrator may create some kinds for all projects by giving null.
  if (asked === null && allows('context_is_admin')) return ''
  const projectId = asked ?? ctx.projectId ?? ''
  if (projectId !== ctx.projectId && !allows('context_is_admin') && !allows('service_api'))
    throw badRequest(
      "Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires admin or advsvc privileges",
    )
  return projectId
}

/** Finds the parents of the resources to create. Throws 404 for one that the caller may not see. */
const parentsOf = async <K extends Kind, P extends Facts | undefined>(
  { app, ctx }: AnyCall,
  kind: K,
  parents: Parents<P> | undefined,
  items: readonly Facts[],
): Promise<readonly P[]> => {
  const { parent } = kind
  // Kinds without a parent have `undefined` here.
  if (!parents || !parent) return items.map(() => undefined as P)
  const ids = items.map((values) => String(values[parent.attribute]))
  const known = await parents.byId(app, ctx, ids)
  return ids.map((id) => {
    const found = known.get(id)
    if (!found) throw parents.notFound({ id })
    return found
  })
}

/** Checks the bodies of a create request, finds their parents and enforces policy. */
export const draftsOf = <K extends Kind, P extends Facts | undefined>(served: ServedKind<K, P>) => {
  const { kind } = served.repository
  const defaults = defaultsOf(kind)
  const owned = (call: AnyCall, given: Given<K>): Owned<K> => {
    const { project_id: asked }: { readonly project_id?: string | null } = given
    return { ...withDefaults<K>(defaults, given), project_id: ownerOf(call, asked) }
  }
  return async (
    call: AnyCall,
    items: readonly unknown[],
    below: Readonly<Record<string, string>> = {},
  ): Promise<readonly Draft<K, P>[]> => {
    const given = items.map((item) => checkCreate(kind, item, below))
    const values = given.map((each) => owned(call, each))
    const parents = await parentsOf(call, kind, served.parents, values)
    const drafts = values.map((each, index): Draft<K, P> => {
      // Safe: there is one parent per item.
      const parent = parents[index] as P
      return { values: each, parent, facts: parent ? factsOfParent(kind, parent) : {} }
    })
    for (const [index, each] of given.entries())
      enforceWithAttributes(call.allows, kind, 'create', each, {
        ...drafts[index]?.values,
        ...drafts[index]?.facts,
      })
    return drafts
  }
}
