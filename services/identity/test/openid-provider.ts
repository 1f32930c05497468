import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

const client = { id: 'nimbo', secret: 'nimbo-secret-of-tests' }

/** The provider's users by id; the password of each is `<id>-secret`. */
const people: Readonly<Record<string, { readonly name: string; readonly groups: readonly string[] }>> = {
  ann: { name: 'Ann', groups: ['dev', 'staff'] },
  bob: { name: 'Bob', groups: ['staff'] },
}

const account = (id: string) => ({
  accountId: id,
  claims: async () => ({ sub: id, email: `${id}@acme.example`, ...people[id] }),
})

const addPasswordGrant = (provider: Provider): void => {
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { username, password } = ctx.oidc.params ?? {}
      const id = String(username)
      if (!(id in people) || password !== `${id}-secret`) {
        ctx.status = 400
        ctx.body = { error: 'invalid_grant' }
        return
      }
      const { client: asking } = ctx.oidc
      assert.ok(asking)
      const scope = 'openid email profile groups'
      const grant = new provider.Grant({ accountId: id, clientId: asking.clientId })
      grant.addOIDCScope(scope)
      const grantId = await grant.save()
      const token = new provider.AccessToken({
        accountId: id,
        client: asking,
        grantId,
        gty: 'password',
        scope,
        claims: undefined,
      })
      const signed = new provider.IdToken({}, { ctx })
      const claims = { sub: id, ...people[id], email: `${id}@acme.example` }
      for (const [name, value] of Object.entries(claims)) signed.set(name, value)
      ctx.body = {
        access_token: await token.save(),
        id_token: await signed.issue({ use: 'idtoken' }),
        token_type: 'Bearer',
        expires_in: 3600,
        scope,
      }
    },
    ['username', 'password', 'scope'],
  )
}

/** An OpenID Connect provider on a loopback port, with this cloud registered as a client. */
export const startOpenidProvider = async (redirectUris: readonly string[]) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const usual = { redirect_uris: [...redirectUris], response_types: ['code' as const] }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...usual,
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['authorization_code', 'password'],
      },
      {
        ...usual,
        client_id: 'another',
        client_secret: 'another-secret-of-tests',
        grant_types: ['authorization_code', 'password'],
      },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { introspection: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_, id) => (id in people ? account(id) : undefined),
    cookies: { keys: ['a key for tests alone'] },
  })
  addPasswordGrant(provider)
  server.on('request', provider.callback())

  const tokenFor = async (
    name: string,
    password: string,
    by: { readonly id: string; readonly secret: string } = client,
  ) => {
    const body = new URLSearchParams({ grant_type: 'password', username: name, password, scope: 'openid' })
    const authorization = `Basic ${Buffer.from(`${by.id}:${by.secret}`).toString('base64')}`
    const reply = await fetch(`${issuer}/token`, { method: 'POST', body, headers: { authorization } })
    const answer = (await reply.json()) as { readonly access_token?: string; readonly id_token?: string }
    return { status: reply.status, token: answer.access_token ?? '', signed: answer.id_token ?? '' }
  }

  return {
    issuer,
    client,
    /** Gets a token of the provider as `openstack --os-auth-type v3oidcpassword` does. */
    tokenFor,
    tokenOfAnother: (name: string) =>
      tokenFor(name, `${name}-secret`, { id: 'another', secret: 'another-secret-of-tests' }),
    /** Follows the provider's pages like a browser, logs in and consents; returns the URL it is redirected to. */
    signIn: async (location: string, name: string): Promise<URL> => {
      const cookies = new Map<string, string>()
      let next: { readonly url: string; readonly form?: URLSearchParams } = { url: location }
      for (let step = 0; step < 20; step += 1) {
        const reply = await fetch(next.url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
          ...(next.form ? { method: 'POST', body: next.form } : {}),
        })
        for (const cookie of reply.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(key, value)
        }
        const to = reply.headers.get('location')
        if (to !== null) {
          const url = new URL(to, next.url)
          if (url.origin !== issuer) return url
          next = { url: url.href }
          continue
        }
        const page = await reply.text()
        assert.equal(reply.status, 200, page)
        const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
        const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
        next = {
          url: new URL(action, next.url).href,
          form: new URLSearchParams({ prompt, login: name, password: `${name}-secret` }),
        }
      }
      return assert.fail('the provider did not redirect back')
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
