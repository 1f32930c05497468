import { showProject } from '@nimbo/contracts/identity/projects'
import { showToken, type TokenView } from '@nimbo/contracts/identity/tokens'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

export interface IdentityClient {
  /** The identity of a token; undefined when it is invalid. */
  validateToken(ctx: Context, token: string): Promise<TokenView | undefined>
  projectExists(ctx: Context, projectId: string): Promise<boolean>
}

const timeoutMs = 10_000

export const identityClient = (identity: ServiceClient): IdentityClient => ({
  validateToken: async (ctx, token) => {
    const headers = { 'x-subject-token': token, 'openstack-identity-access-rules': '1.0' }
    const query = { nocatalog: '' }
    return (await unlessNotFound(identity.call(ctx, showToken, { query, headers, timeoutMs })))?.token
  },
  projectExists: async (ctx, project_id) =>
    (await unlessNotFound(identity.call(ctx, showProject, { path: { project_id }, timeoutMs }))) !==
    undefined,
})
