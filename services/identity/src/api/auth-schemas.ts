import { Type } from 'typebox'
import { authMethods } from '../domain/token-claims.ts'

const Text = Type.String({ minLength: 1, maxLength: 255 })
const Domain = Type.Object({ id: Type.Optional(Text), name: Type.Optional(Text) })
const Named = { id: Type.Optional(Text), name: Type.Optional(Text), domain: Type.Optional(Domain) }

const Identity = Type.Object({
  methods: Type.Array(Type.Union(authMethods.map((method) => Type.Literal(method)))),
  password: Type.Optional(
    Type.Object({ user: Type.Object({ ...Named, password: Type.String({ maxLength: 4096 }) }) }),
  ),
  token: Type.Optional(Type.Object({ id: Type.String({ minLength: 1, maxLength: 4096 }) })),
  application_credential: Type.Optional(
    Type.Object({
      id: Type.Optional(Text),
      name: Type.Optional(Text),
      secret: Type.String({ maxLength: 4096 }),
      user: Type.Optional(Type.Object(Named)),
    }),
  ),
})

const Scope = Type.Union([
  Type.Literal('unscoped'),
  Type.Object({
    project: Type.Optional(Type.Object(Named)),
    domain: Type.Optional(Domain),
    system: Type.Optional(Type.Object({ all: Type.Boolean() })),
    unscoped: Type.Optional(Type.Object({})),
  }),
])

/** The body of a login. */
export const Authenticate = Type.Object({
  auth: Type.Object({ identity: Identity, scope: Type.Optional(Scope) }),
})
