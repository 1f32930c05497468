import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Client, door } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { joinProject, passwordOf } from '@nimbo/testkit/join-project'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import type { ProcessCloud } from './process-cloud.ts'

/** The longest that a token may be believed after what took it back, in whichever process. */
const forgottenWithinMs = 2_000
/** So many requests, each on a connection of its own, get to every worker of nova-api. */
const rounds = 6

const ownConnection = { connection: 'close' }

export const describeTokens = (shared: () => ProcessCloud): void => {
  const person = async (name: string): Promise<Client> => {
    const { admin, cloud } = shared()
    await joinProject(admin, name, 'member')
    return signInByCatalog(cloud.identityUrl, { username: name, password: passwordOf(name), project: name })
  }

  /** What the token of someone is answered at all services, each of them asked so often that all its processes are. */
  const statusesOf = async ({ token, ...doors }: Client): Promise<readonly number[]> => {
    const paths = [
      [doors.image, 'image', '/v2/images'],
      [doors.network, 'network', '/v2.0/networks'],
      [doors.volume, 'volume', '/v3/volumes'],
      [doors.compute, 'compute', '/flavors'],
    ] as const
    const asked = paths.flatMap(([{ url }, service, path]) =>
      Array.from({ length: rounds }, () => door(url, service, token).get(path, ownConnection)),
    )
    return [...new Set((await Promise.all(asked)).map(({ status }) => status))]
  }

  const refusedEverywhere = (client: Client) =>
    eventually(async () => assert.deepEqual(await statusesOf(client), [401]), {
      withinMs: forgottenWithinMs,
    })

  describe('tokens that are taken back', () => {
    it('are refused by every process within two seconds', async () => {
      const { admin } = shared()
      const project = (enabled: boolean) => ({ project: { enabled } })
      const events = [
        (ada: Client) => admin.identity.patch(`/v3/users/${ada.userId}`, { user: { enabled: false } }),
        (ada: Client) => admin.identity.patch(`/v3/projects/${ada.projectId}`, project(false)),
        (ada: Client) => ada.identity.delete('/v3/auth/tokens', { 'x-subject-token': ada.token }),
        (ada: Client, name: string) => {
          const user = { original_password: passwordOf(name), password: 'another-secret' }
          return ada.identity.post(`/v3/users/${ada.userId}/password`, { user })
        },
        async (ada: Client) => {
          const { body } = await admin.identity.get('/v3/roles?name=member')
          const at = `/v3/projects/${ada.projectId}/users/${ada.userId}/roles/${body.roles[0].id}`
          return admin.identity.delete(at)
        },
      ]
      for (const [index, event] of events.entries()) {
        const name = `ada-${index}`
        const ada = await person(name)
        assert.deepEqual(await statusesOf(ada), [200])
        const { status } = await event(ada, name)
        assert.ok(status < 300)
        await refusedEverywhere(ada)
      }
    })

    it('are of no use to services either, which get new ones', async () => {
      const { admin, cloud, flavorRef, imageRef } = shared()
      const { body } = await admin.identity.get('/v3/users?name=nova')
      const [nova] = body.users
      for (const enabled of [false, true])
        assert.equal((await admin.identity.patch(`/v3/users/${nova.id}`, { user: { enabled } })).status, 200)
      const id = await bootServer(admin, { flavorRef, imageRef })
      await serverInStatus(admin, id, 'ACTIVE', { withinMs: 60_000 })
      await cloud.ready()
    })
  })
}
