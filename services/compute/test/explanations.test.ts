import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

interface FilterShown<Refused> {
  readonly filter: string
  readonly left: number
  readonly refused: Refused
}

describe('the explanation of a server’s scheduling', () => {
  let cloud: TestCloud
  let ada: Client
  let built: string
  let unplaced: string

  before(async () => {
    cloud = await startTestCloud({ hosts: 3 })
    ada = await cloud.person('ada')
    const imageRef = await makeImage(ada)
    const flavorRef = await makeFlavor(cloud.admin)
    const extraSpecs = { 'capabilities:hypervisor_type': 'of another make' }
    const picky = await makeFlavor(cloud.admin, { name: 'picky', extraSpecs })
    built = await bootServer(ada, { imageRef, flavorRef })
    unplaced = await bootServer(ada, { imageRef, flavorRef: picky })
    await serverInStatus(ada, built, 'ACTIVE')
    await serverInStatus(ada, unplaced, 'ERROR')
    await cloud.settled()
  })
  after(() => cloud[Symbol.asyncDispose]())

  const decisionOf = async (person: Client, id: string) => {
    const { status, body } = await person.compute.get(`/servers/${id}/nimbo-scheduling`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.scheduling.length, 1)
    return body.scheduling[0]
  }

  it('shows the owner how many hosts each filter left, but no names of hosts', async () => {
    const { created_at, ...decision } = await decisionOf(ada, unplaced)
    assert.match(created_at, /^\d{4}-/)
    assert.equal(decision.candidates, 3)
    const filters: readonly FilterShown<number>[] = decision.filters
    const refusing = filters.find(({ filter }) => filter === 'ComputeCapabilitiesFilter')
    assert.deepEqual(refusing, { filter: 'ComputeCapabilitiesFilter', left: 0, refused: 3 })
    const earlier = filters.slice(
      0,
      filters.findIndex(({ left }) => left === 0),
    )
    for (const { filter, left, refused } of earlier) assert.deepEqual([left, refused], [3, 0], filter)
    assert.deepEqual([decision.weighed, decision.chosen], [0, false])

    const chosen = await decisionOf(ada, built)
    assert.deepEqual([chosen.weighed, chosen.chosen], [3, true])
    assert.doesNotMatch(JSON.stringify([decision, chosen]), /fake-\d/)
  })

  it('shows an admin which hosts were refused and why, and how the others were weighed', async () => {
    const { filters } = await decisionOf(cloud.admin, unplaced)
    const refusing: FilterShown<readonly { host: string; reason: string }[]> = filters.find(
      ({ filter }: { filter: string }) => filter === 'ComputeCapabilitiesFilter',
    )
    assert.deepEqual(refusing.refused.map(({ host }) => host).sort(), ['fake-1', 'fake-2', 'fake-3'])
    for (const { reason } of refusing.refused) assert.match(reason, /hypervisor_type.*of another make/)

    const { fault } = (await cloud.admin.compute.get(`/servers/${unplaced}`)).body.server
    for (const host of ['fake-1', 'fake-2', 'fake-3'])
      assert.match(fault.details, new RegExp(`^${host}: ComputeCapabilitiesFilter: .*of another make`, 'm'))

    const { weighed, chosen, alternates, lostRaces } = await decisionOf(cloud.admin, built)
    const shown = (await cloud.admin.compute.get(`/servers/${built}`)).body.server
    assert.equal(chosen.host, shown['OS-EXT-SRV-ATTR:host'])
    assert.equal(weighed[0].host, chosen.host)
    for (const { weight, weights } of weighed) {
      assert.equal(typeof weight, 'number')
      assert.ok('RAMWeigher' in weights, JSON.stringify(weights))
    }
    assert.equal(alternates.length, 2)
    assert.deepEqual(lostRaces, [])
  })

  it('lists the lines of the boot flow that were reached, in order, with hosts only for admins', async () => {
    const { status, body } = await ada.compute.get(`/servers/${built}/nimbo-flow`)
    assert.equal(status, 200)
    const lines: readonly { line: number; started_at: string; status: string }[] = body.flow
    // Lines 24 and 26, in which other services validate tokens: this server needs no ports and volumes.
    const all = Array.from({ length: 30 }, (_, index) => index + 1).filter(
      (line) => line !== 24 && line !== 26,
    )
    assert.deepEqual(
      [...new Set(lines.map(({ line }) => line))].sort((one, other) => one - other),
      all,
    )
    assert.deepEqual(
      lines.map(({ started_at }) => started_at),
      lines.map(({ started_at }) => started_at).sort(),
    )
    assert.ok(lines.every((one) => one.status === 'ok'))
    assert.doesNotMatch(JSON.stringify(lines), /fake-\d/)

    const seen = await cloud.admin.compute.get(`/servers/${built}/nimbo-flow`)
    assert.equal(seen.body.trace_id, body.trace_id)
    assert.match(JSON.stringify(seen.body.flow), /fake-\d/)

    const failed = await ada.compute.get(`/servers/${unplaced}/nimbo-flow`)
    const walked = failed.body.flow.map(({ line }: { line: number }) => line)
    assert.ok(walked.includes(15) && !walked.includes(18), 'it ends where no host was found')
  })

  it('is not found by other projects', async () => {
    const bob = await cloud.person('bob')
    for (const what of ['nimbo-flow', 'nimbo-scheduling'])
      assert.equal((await bob.compute.get(`/servers/${built}/${what}`)).status, 404)
  })
})
