import { asNobody, serviceClient } from '@nimbo/clients/service-client'
import { identityApi } from '@nimbo/contracts/identity/api'
import { createToken } from '@nimbo/contracts/identity/tokens'
import type { Transport } from '@nimbo/http/transport'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { errors } from '../../errors.ts'

/** Names and password of a user. */
export interface Login {
  readonly project: string
  readonly user: string
  readonly password: string
}

export interface SignedIn {
  readonly token: string
  readonly projectId: string
  /** In milliseconds. */
  readonly expiresAt: number
}

export type SignIn = (ctx: Context, login: Login) => Promise<SignedIn>

const timeoutMs = 30_000

/** Authenticates users at Keystone. User and project names belong to one domain. */
export const signInAt = (transport: Transport, domainId: string): SignIn => {
  const identity = serviceClient({ transport, api: identityApi, authenticate: asNobody })
  const domain = { id: domainId }
  return async (ctx, { project, user, password }) => {
    const { headers, body } = await identity
      .answer(ctx, createToken, {
        timeoutMs,
        query: { nocatalog: '' },
        body: {
          auth: {
            identity: { methods: ['password'], password: { user: { name: user, password, domain } } },
            scope: { project: { name: project, domain } },
          },
        },
      })
      .catch((error: unknown) => {
        if (isRemote(error, 400, 401, 403)) throw errors.Unauthenticated({}, { cause: error })
        throw error
      })
    const token = headers['x-subject-token']
    const projectId = body.token?.project?.id
    // With multi-factor authentication there is no token after the password, and this protocol cannot ask for more.
    if (token === undefined || projectId === undefined) throw errors.Unauthenticated()
    return { token, projectId, expiresAt: Date.parse(body.token.expires_at) }
  }
}
