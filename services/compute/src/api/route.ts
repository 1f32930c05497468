import type { Call } from '@nimbo/http/route'
import { routesOf } from '@nimbo/http/routes-of'
import type { ComputeApp } from '../app/compute-app.ts'
import type { LocatedServer } from '../app/find-server.ts'

/** The compute API's `route()`. */
export const route = routesOf<ComputeApp>()

type ServerCall = Pick<Call<ComputeApp>, 'ctx' | 'app' | 'enforce'> & {
  readonly params: { readonly server_id: string }
}

/** The server a path names, once policy allows `rule` on it; one the caller may not know of is not found. */
export const targetServer = async (
  { ctx, app, params, enforce }: ServerCall,
  rule: string,
  options?: { readonly deleted?: boolean },
): Promise<LocatedServer> => {
  const located = await app.servers.find(ctx, params.server_id, options)
  const { projectId, userId } = located.server
  enforce(rule, { project_id: projectId, user_id: userId })
  return located
}
