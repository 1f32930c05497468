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

// For the distributed shape only: tests/journeys/tls.test.ts tests TLS in the embedded shape.
describe('a cloud of processes whose APIs all use TLS', { skip: missingServers }, () => {
  let cloud: CloudOfProcesses
  let admin: Client
  before(async () => {
    cloud = await startCloudOfProcesses({ tls: true })
    const { identityUrl, adminPassword: password } = cloud
    admin = await signInByCatalog(identityUrl, { username: 'admin', password, project: 'admin' })
  })
  after(() => cloud?.[Symbol.asyncDispose]())

  it('has only https URLs in its catalog and links', async () => {
    const { body } = await admin.identity.get('/v3/endpoints')
    const urls: string[] = body.endpoints.map(({ url }: { url: string }) => url)
    assert.deepEqual(
      urls.filter((url) => !url.startsWith('https://')),
      [],
    )
    assert.match(body.links.self, /^https:/)
  })

  it('does not answer plain HTTP', async () => {
    await assert.rejects(fetch(admin.identity.url.replace('https:', 'http:')))
  })

  it('accepts a certificate-bound token at every API, and only with that certificate', async () => {
    await joinProject(admin, 'ada', 'admin')
    const who = { username: 'ada', password: passwordOf('ada'), project: 'ada' }
    const ada = await signInByCatalog(cloud.identityUrl, who)
    await requireBoundTokens(admin, ada, join(cloud.directory, 'tls'))
  })

  it('builds a server, for which services call each other over TLS', async () => {
    await makeNetwork(admin)
    const imageRef = await makeImage(admin)
    const id = await bootServer(admin, { flavorRef: await makeFlavor(admin), imageRef })
    await serverInStatus(admin, id, 'ACTIVE')
  })
})
