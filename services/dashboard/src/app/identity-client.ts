import { asNobody, serviceClient } from '@nimbo/clients/service-client'
import { identityApi } from '@nimbo/contracts/identity/api'
import { listAuthProjects, showAuthSystem } from '@nimbo/contracts/identity/auth-scopes'
import { createToken, revokeToken, showToken, type TokenView } from '@nimbo/contracts/identity/tokens'
import type { Transport } from '@nimbo/http/transport'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { BodyOf } from '@nimbo/operation/operation'
import { errors } from '../errors.ts'

type Auth = NonNullable<BodyOf<typeof createToken>['auth']>

/** A token and its body. */
export interface Issued {
  readonly token: string
  readonly body: TokenView
}

export interface ProjectRef {
  readonly id: string
  readonly name: string
  readonly domain_id: string
}

/** The dashboard's requests to Keystone, made with the user's credentials or token. Throw `LoginRefused` or `IdentityAway`. */
export interface IdentityClient {
  issue(ctx: Context, auth: Auth): Promise<Issued>
  projects(ctx: Context, token: string): Promise<readonly ProjectRef[]>
  maySystem(ctx: Context, token: string): Promise<boolean>
  /** Validates a token with itself. */
  show(ctx: Context, token: string): Promise<Issued>
  revoke(ctx: Context, token: string): Promise<void>
}

const timeoutMs = 20_000
const mostProjects = 1000

/**
 * Every refusal becomes the same error, so that it does not say which part of the credentials was wrong; any other failure means
 * that Keystone is unavailable.
 */
const told = (error: unknown): Fault => {
  if (isRemote(error, 400, 401, 403, 404)) return errors.LoginRefused({}, { cause: error })
  return errors.IdentityAway({}, { cause: error })
}

const asked = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw told(error)
  }
}

export const identityClient = (transport: Transport): IdentityClient => {
  const identity = serviceClient({ transport, api: identityApi, authenticate: asNobody })
  const by = (token: string) => ({ 'x-auth-token': token })
  return {
    issue: async (ctx, auth) => {
      const { headers, body } = await asked(identity.answer(ctx, createToken, { body: { auth }, timeoutMs }))
      return { token: headers['x-subject-token'] ?? '', body: body.token }
    },
    projects: async (ctx, token) => {
      const { projects } = await asked(
        identity.call(ctx, listAuthProjects, { headers: by(token), timeoutMs }),
      )
      return projects
        .filter(({ enabled }) => enabled)
        .slice(0, mostProjects)
        .map(({ id, name, domain_id }) => ({ id, name, domain_id: domain_id ?? id }))
        .sort((one, other) => one.name.localeCompare(other.name))
    },
    maySystem: async (ctx, token) => {
      const { system } = await asked(identity.call(ctx, showAuthSystem, { headers: by(token), timeoutMs }))
      return system.length > 0
    },
    show: async (ctx, token) => {
      const headers = { ...by(token), 'x-subject-token': token }
      const { token: body } = await asked(identity.call(ctx, showToken, { headers, timeoutMs }))
      return { token, body }
    },
    revoke: async (ctx, token) => {
      const headers = { ...by(token), 'x-subject-token': token }
      await asked(identity.call(ctx, revokeToken, { headers, timeoutMs }))
    },
  }
}
