import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, open } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { ShownAccessRule } from './access-rules.ts'
import { query, text } from './words.ts'

/** Authentication methods for a login. */
export const loginMethods = [
  'password',
  'token',
  'application_credential',
  'totp',
  'mapped',
  'oauth1',
] as const

/** All methods in tokens, in the order of their bits in Fernet payloads: those of logins, signed requests, and certificates. */
export const authMethods = [
  'password',
  'token',
  'application_credential',
  'totp',
  'ec2credential',
  'mapped',
  'oauth1',
  'oauth2_credential',
] as const

const Text = Type.String({ maxLength: 255 })
const DomainSpec = Type.Object({ id: Type.Optional(Text), name: Type.Optional(Text) })
const named = { id: Type.Optional(Text), name: Type.Optional(Text), domain: Type.Optional(DomainSpec) }
const Secret = Type.Optional(Type.String({ maxLength: 4096 }))

/** The data of each method. What a method needs is validated after the schema, with the messages that clients know. */
const Identity = Type.Object({
  /** Some of {@link loginMethods}. */
  methods: Type.Array(Type.String({ maxLength: 255 })),
  password: Type.Optional(Type.Object({ user: Type.Optional(Type.Object({ ...named, password: Secret })) })),
  token: Type.Optional(Type.Object({ id: Type.String({ maxLength: 4096 }) })),
  totp: Type.Optional(
    Type.Object({
      user: Type.Optional(Type.Object({ ...named, passcode: Type.Optional(Type.String({ maxLength: 64 })) })),
    }),
  ),
  /** Authenticated by a proxy's headers. */
  mapped: Type.Optional(
    Type.Object({ identity_provider: Type.Optional(Text), protocol: Type.Optional(Text) }),
  ),
  /** Authenticated by the request's signature. */
  oauth1: Type.Optional(Type.Object({})),
  application_credential: Type.Optional(
    Type.Object({
      id: Type.Optional(Text),
      name: Type.Optional(Text),
      secret: Secret,
      user: Type.Optional(Type.Object(named)),
    }),
  ),
})

/** Python clients write an unscoped request as `"unscoped"`, others as `{"unscoped": {}}`. */
const Scope = Type.Union([
  Type.String({ maxLength: 255 }),
  Type.Object({
    project: Type.Optional(Type.Object(named)),
    domain: Type.Optional(DomainSpec),
    /** The whole system, whatever value is given. */
    system: Type.Optional(Type.Object({ all: Type.Optional(Type.Boolean()) })),
    unscoped: Type.Optional(Type.Object({})),
    'OS-TRUST:trust': Type.Optional(Type.Object({ id: Type.Optional(Text) })),
  }),
])

const Auth = Type.Object({ identity: Identity, scope: Type.Optional(Scope) })
export type RequestedLogin = Static<typeof Auth>

const Ref = view({ id: Type.String(), name: Type.String() })

export const CatalogEntry = view({
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  endpoints: Type.Array(
    view({
      id: Type.String(),
      interface: oneOf(['public', 'internal', 'admin']),
      region: nullable(Type.String()),
      region_id: nullable(Type.String()),
      url: Type.String(),
    }),
  ),
})
export type CatalogEntryView = Static<typeof CatalogEntry>

const UserId = view({ id: Type.String() })

/** A token's body. */
export const Token = view({
  methods: Type.Array(oneOf(authMethods)),
  user: view({
    id: Type.String(),
    name: Type.String(),
    domain: Ref,
    password_expires_at: nullable(Type.String()),
    'OS-FEDERATION': Type.Optional(
      view({
        identity_provider: view({ id: Type.String() }),
        protocol: view({ id: Type.String() }),
        groups: Type.Array(view({ id: Type.String() })),
      }),
    ),
  }),
  audit_ids: Type.Array(Type.String()),
  expires_at: Type.String(),
  issued_at: Type.String(),
  is_domain: Type.Optional(Type.Boolean()),
  project: Type.Optional(view({ id: Type.String(), name: Type.String(), domain: Ref })),
  domain: Type.Optional(Ref),
  system: Type.Optional(view({ all: Type.Boolean() })),
  roles: Type.Optional(Type.Array(Ref)),
  catalog: Type.Optional(Type.Array(CatalogEntry)),
  'OS-TRUST:trust': Type.Optional(
    view({
      id: Type.String(),
      impersonation: Type.Boolean(),
      trustor_user: UserId,
      trustee_user: UserId,
    }),
  ),
  'OS-OAUTH1': Type.Optional(view({ access_token_id: Type.String(), consumer_id: Type.String() })),
  /** The client certificate that the token is bound to. */
  oauth2_credential: Type.Optional(view({ 'x5t#S256': Type.String() })),
  service_providers: Type.Optional(
    Type.Array(view({ id: Type.String(), auth_url: Type.String(), sp_url: Type.String() })),
  ),
  application_credential: Type.Optional(
    view({
      id: Type.String(),
      name: Type.String(),
      restricted: Type.Boolean(),
      access_rules: Type.Optional(Type.Array(ShownAccessRule)),
    }),
  ),
})
export type TokenView = Static<typeof Token>

/** An incomplete multi-factor authentication; its id is in the header `Openstack-Auth-Receipt`. */
const Receipt = view({
  methods: Type.Array(oneOf(authMethods)),
  user: view({ id: Type.String(), name: Type.String(), domain: Ref }),
  issued_at: Type.String(),
  expires_at: Type.String(),
})

const path = '/v3/auth/tokens'
const nocatalog = text
/** The subject token is in the header `X-Subject-Token`. */
const on = found('token')
const errors = ['TokenNotFound']

export const createToken = operation({
  id: 'tokens.create',
  method: 'POST',
  path,
  variants: loginMethods,
  summary: 'Prove who one is and get a token',
  on: open('this is where callers prove who they are'),
  query: query({ nocatalog }),
  body: Type.Object({ auth: Type.Optional(nullable(Auth)) }),
  replies: {
    201: view({ token: Token }),
    401: view({ receipt: Receipt, required_auth_methods: Type.Array(Type.Array(Type.String())) }),
  },
  errors: ['Unauthorized', 'PasswordExpired', 'NoRemainingUses', 'Forbidden'],
})

export const showToken = operation({
  id: 'tokens.show',
  method: 'GET',
  path,
  summary: 'Validate a token and show what it stands for',
  rule: 'identity:validate_token',
  on,
  query: query({ nocatalog, allow_expired: text }),
  replies: { 200: view({ token: Token }) },
  errors,
})

export const checkToken = operation({
  id: 'tokens.check',
  method: 'HEAD',
  path,
  summary: 'Check whether a token is valid',
  rule: 'identity:check_token',
  on,
  query: query({ allow_expired: text }),
  replies: { 200: empty },
  errors,
})

export const revokeToken = operation({
  id: 'tokens.revoke',
  method: 'DELETE',
  path,
  summary: 'End a token',
  rule: 'identity:revoke_token',
  on,
  replies: { 204: empty },
  errors,
})
