import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const Text = Type.String({ minLength: 1, maxLength: 255 })
const Secret = Type.String({ minLength: 1, maxLength: 4096 })
const Ref = view({ id: Type.String(), name: Type.String() })
const WithDomain = view({ id: Type.String(), name: Type.String(), domain: Ref })

/** A session as shown to the page, without its token. */
const Session = view({
  user: WithDomain,
  /** Null for system scope, or without a project. */
  project: nullable(WithDomain),
  /** Whether it is system-scoped. */
  system: Type.Boolean(),
  /** Whether the user has roles on the system. */
  system_allowed: Type.Boolean(),
  roles: Type.Array(Type.String()),
  expires_at: Type.String(),
  region: Type.String(),
  regions: Type.Array(Type.String()),
  /** The user's projects. */
  projects: Type.Array(view({ id: Type.String(), name: Type.String(), domain_id: Type.String() })),
  /** Service types in the region's catalog. */
  services: Type.Array(Type.String()),
  /** Whether the region is this Nimbo, with flows, scheduling explanations and events. */
  nimbo: Type.Boolean(),
})
export type SessionView = Static<typeof Session>

const PasswordLogin = Type.Object(
  {
    method: Type.Literal('password'),
    user: Text,
    /** Name of the user's domain; `Default` by default. */
    domain: Type.Optional(Text),
    password: Secret,
    /** Name or id of a project; by default the user's default project, or else the first. */
    project: Type.Optional(Text),
  },
  exact,
)

const CredentialLogin = Type.Object(
  {
    method: Type.Literal('application_credential'),
    id: Type.Optional(Text),
    name: Type.Optional(Text),
    user: Type.Optional(Text),
    domain: Type.Optional(Text),
    secret: Secret,
  },
  exact,
)

const LinkLogin = Type.Object({ method: Type.Literal('link'), code: Secret }, exact)

const Login = Type.Union([PasswordLogin, CredentialLogin, LinkLogin])
export type Login = Static<typeof Login>

const Scope = Type.Union([
  Type.Object({ project_id: Text }, exact),
  Type.Object({ system: Type.Literal(true) }, exact),
  Type.Object({ region: Text }, exact),
])
export type ScopeChange = Static<typeof Scope>

const path = '/api/session'
const on = open('whoever has the cookie of a session is its user, and who has none learns nothing')

export const logIn = operation({
  id: 'session.create',
  method: 'POST',
  path,
  summary: 'Log in, and be given a cookie',
  on: open('this is where people prove who they are'),
  body: Login,
  replies: { 201: Session },
  errors: ['LoginRefused', 'ForeignOrigin', 'IdentityAway'],
})

export const showSession = operation({
  id: 'session.show',
  method: 'GET',
  path,
  summary: 'Show who has logged in',
  on,
  replies: { 200: Session },
  errors: ['NoSession'],
})

export const changeScope = operation({
  id: 'session.change_scope',
  method: 'PUT',
  path: '/api/session/scope',
  summary: 'Go on in another project or region, or for the system',
  on,
  body: Scope,
  replies: { 200: Session },
  errors: ['NoSession', 'ForeignOrigin', 'ScopeRefused'],
})

export const logOut = operation({
  id: 'session.delete',
  method: 'DELETE',
  path,
  summary: 'Log out',
  on,
  replies: { 204: empty },
  errors: ['ForeignOrigin'],
})

/** Creates a link by which a browser logs in with the caller's token: valid once and for a short time. */
export const createLoginLink = operation({
  id: 'links.create',
  method: 'POST',
  path: '/api/links',
  summary: 'Make a link that logs a browser in once, as whom the token stands for',
  on: open('the token in X-Auth-Token is shown to identity before anything is made'),
  replies: { 201: view({ code: Type.String(), expires_at: Type.String(), path: Type.String() }) },
  errors: ['LoginRefused', 'IdentityAway'],
})

/** All session operations. */
export const sessionOperations = [logIn, showSession, changeScope, logOut, createLoginLink]
