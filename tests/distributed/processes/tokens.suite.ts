import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Client, door } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { joinProject, passwordOf } from '@nimbo/testkit/join-project'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import type { ProcessCloud } from './process-cloud.ts'

/** The longest time for which any process may accept a token after its revocation. */
const forgottenWithinMs = 2_000
/** With so many requests, each on its own connection, every worker of nova-api gets one. */
const rounds = 6

const ownConnection = { connection: 'close' }

export const describeTokens = (shared: () => ProcessCloud): void => {
  const person = async (name: string): Promise<Client> => {
    const { admin, cloud } = shared()
    await joinProject(admin, name, 'member')
    return signInByCatalog(cloud.identityUrl, { username: name, password: passwordOf(name), project: name })
  }

  /** The statuses that services answer to a user's token; each is asked often enough to reach all its processes. */
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

  describe('revoked tokens', () => {
    it('are refused by every process within two seconds, for each way of revoking them', async () => {
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

    it('of the service user nova are replaced by new ones', async () => {
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
