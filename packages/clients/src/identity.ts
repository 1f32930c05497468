import type { Context } from '@nimbo/kernel/context'
import type { RestClient } from './rest-client.ts'
import { unlessNotFound } from './rest-client.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly domain?: { readonly id: string; readonly name: string }
}

/** The body of `GET /v3/auth/tokens`, as far as services read it. */
export interface TokenBody {
  readonly expires_at: string
  readonly audit_ids: readonly string[]
  readonly user: Named
  readonly project?: Named
  readonly domain?: Named
  readonly system?: { readonly all: boolean }
  readonly roles?: readonly Named[]
  readonly application_credential?: {
    /** The only requests that the token is good for; all, where there are none. */
    readonly access_rules?: readonly {
      readonly service: string
      readonly method: string
      readonly path: string
    }[]
  }
}

export interface IdentityClient {
  /** What a token stands for; undefined when it is not valid. */
  validateToken(ctx: Context, token: string): Promise<TokenBody | undefined>
  projectExists(ctx: Context, projectId: string): Promise<boolean>
}

const timeoutMs = 10_000

export const identityClient = (rest: RestClient): IdentityClient => ({
  validateToken: async (ctx, token) => {
    const reply = await unlessNotFound(
      rest.send<{ token: TokenBody }>(ctx, {
        method: 'GET',
        path: '/v3/auth/tokens',
        query: { nocatalog: '' },
        headers: { 'x-subject-token': token, 'openstack-identity-access-rules': '1.0' },
        timeoutMs,
      }),
    )
    return reply?.body.token
  },
  projectExists: async (ctx, projectId) =>
    (await unlessNotFound(
      rest.send(ctx, { method: 'GET', path: `/v3/projects/${encodeURIComponent(projectId)}`, timeoutMs }),
    )) !== undefined,
})
