import type { Login } from '@nimbo/contracts/dashboard/session'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { hashOf } from '../domain/cookie.ts'
import type { Session } from '../domain/session.ts'
import { errors } from '../errors.ts'
import type { HorizonApp } from './app.ts'
import type { Issued, ProjectRef } from './identity-client.ts'
import { type Around, sessionOf } from './session-of.ts'

type By<Method extends Login['method']> = Extract<Login, { readonly method: Method }>

const tokenOf = (token: string) => ({ methods: ['token' as const], token: { id: token } })

/**
 * Authenticates a user and returns the new session, which is not stored yet. Throws `LoginRefused`, whichever credential was
 * wrong.
 */
export const logIn =
  (app: HorizonApp) =>
  (ctx: Context, login: Login): Promise<Session> => {
    switch (login.method) {
      case 'password':
        return byPassword(app, ctx, login)
      case 'application_credential':
        return byCredential(app, ctx, login)
      case 'link':
        return byLink(app, ctx, login)
    }
  }

const byPassword = async (app: HorizonApp, ctx: Context, login: By<'password'>): Promise<Session> => {
  const { user: name, domain = 'Default', password } = login
  const { project } = login
  // Without a scope Keystone chooses the user's default project.
  const issued = await app.identity.issue(ctx, {
    identity: { methods: ['password'], password: { user: { name, password, domain: { name: domain } } } },
    ...(project === undefined ? {} : { scope: 'unscoped' }),
  })
  if (project === undefined && issued.body.project)
    return sessionOf(issued, await surroundingsOf(app, ctx, issued.token))
  return inFirstScope(app, ctx, issued, project)
}

/** An application credential is bound to one project, so the session cannot change its scope. */
const byCredential = async (
  app: HorizonApp,
  ctx: Context,
  { id, name, user, domain = 'Default', secret }: By<'application_credential'>,
): Promise<Session> => {
  const named =
    name === undefined || user === undefined
      ? undefined
      : { name, user: { name: user, domain: { name: domain } } }
  const credential = id === undefined ? named : { id }
  if (credential === undefined) throw errors.LoginRefused()
  const issued = await app.identity.issue(ctx, {
    identity: { methods: ['application_credential'], application_credential: { ...credential, secret } },
  })
  const { project } = issued.body
  const projects = project ? [{ id: project.id, name: project.name, domain_id: project.domain.id }] : []
  return sessionOf(issued, { projects, systemAllowed: false, regions: [app.config.DEFAULT.region] })
}

/** The session gets a token of its own, because the link's token belongs to the user who created the link. */
const byLink = async (app: HorizonApp, ctx: Context, { code }: By<'link'>): Promise<Session> => {
  const link = await app.links.take(hashOf(code), timestamp(app.clock))
  const token = link && app.seal.open(link.sealed_token)
  if (token === undefined) throw errors.LoginRefused()
  const { body } = await app.identity.show(ctx, token)
  return inFirstScope(app, ctx, { token, body }, body.project?.id)
}

/** The scopes that the owner of a token can switch to. */
const surroundingsOf = async (app: HorizonApp, ctx: Context, token: string): Promise<Around> => {
  const [projects, systemAllowed] = await Promise.all([
    app.identity.projects(ctx, token),
    app.identity.maySystem(ctx, token),
  ])
  return { projects, systemAllowed, regions: [app.config.DEFAULT.region] }
}

const inFirstScope = async (
  app: HorizonApp,
  ctx: Context,
  proved: Issued,
  wanted: string | undefined,
): Promise<Session> => {
  const around = await surroundingsOf(app, ctx, proved.token)
  const { projects, systemAllowed } = around
  const project = chosen(projects, wanted)
  const identity = tokenOf(proved.token)
  if (project)
    return sessionOf(
      await app.identity.issue(ctx, { identity, scope: { project: { id: project.id } } }),
      around,
    )
  if (systemAllowed)
    return sessionOf(await app.identity.issue(ctx, { identity, scope: { system: { all: true } } }), around)
  return sessionOf(proved, around)
}

const chosen = (projects: readonly ProjectRef[], wanted: string | undefined): ProjectRef | undefined => {
  if (wanted === undefined) return projects[0]
  const found = projects.find(({ id, name }) => id === wanted || name === wanted)
  if (!found) throw errors.LoginRefused()
  return found
}
