import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { requireBoundTokens } from '@nimbo/testkit/bound-tokens'
import type { Client } from '@nimbo/testkit/client'
import { type CloudOfProcesses, startCloudOfProcesses } from '@nimbo/testkit/distributed-cloud'
import { joinProject, passwordOf } from '@nimbo/testkit/join-project'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { missingServers } from '@nimbo/testing/missing-servers'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'

// About many processes alone: how one process speaks TLS is told in tests/journeys/tls.test.ts.
describe('a cloud of processes that all speak TLS', { skip: missingServers }, () => {
  let cloud: CloudOfProcesses
  let admin: Client
  before(async () => {
    cloud = await startCloudOfProcesses({ tls: true })
    const { identityUrl, adminPassword: password } = cloud
    admin = await signInByCatalog(identityUrl, { username: 'admin', password, project: 'admin' })
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  it('has only https in its catalog, and in the links it gives', async () => {
    const { body } = await admin.identity.get('/v3/endpoints')
    const urls: string[] = body.endpoints.map(({ url }: { url: string }) => url)
    assert.deepEqual(
      urls.filter((url) => !url.startsWith('https://')),
      [],
    )
    assert.match(body.links.self, /^https:/)
  })

  it('does not answer who speaks plainly', async () => {
    await assert.rejects(fetch(admin.identity.url.replace('https:', 'http:')))
  })

  it('takes a token that is bound to a certificate from whoever shows that, at every API', async () => {
    await joinProject(admin, 'ada', 'admin')
    const who = { username: 'ada', password: passwordOf('ada'), project: 'ada' }
    const ada = await signInByCatalog(cloud.identityUrl, who)
    await requireBoundTokens(admin, ada, join(cloud.directory, 'tls'))
  })

  it('builds a server: every service trusts every other', async () => {
    await makeNetwork(admin)
    const imageRef = await makeImage(admin)
    const id = await bootServer(admin, { flavorRef: await makeFlavor(admin), imageRef })
    await serverInStatus(admin, id, 'ACTIVE')
  })
})
