import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { type GuideSite, hindrance, startGuideSite } from './guide/guide-site.ts'

const skip = (await hindrance()) ?? false

const asAdmin = `cd /opt/nimbo
export OS_AUTH_URL=http://192.0.2.5:5000/v3 OS_USERNAME=admin OS_PASSWORD=SECRET OS_PROJECT_NAME=admin
`

describe('following the guide to a cloud of several machines', { skip }, () => {
  let site: GuideSite
  before(async () => {
    site = await startGuideSite()
  })
  after(() => site?.[Symbol.asyncDispose]())

  /** Runs the user's command line on a machine. */
  const nimbo = (machine: string, words: string): Promise<string> =>
    site.machine(machine).run(`${asAdmin}./nimbo ${words}`)

  /** Waits until the balancer has a healthy server for each API. */
  const everyApiAnswers = async (): Promise<void> => {
    for (const port of [5000, 8000, 8774, 8776, 8778, 9292, 9696])
      await eventually(() => site.machine('compute1').run(`curl -sSf http://192.0.2.5:${port}/healthcheck`))
  }

  it('creates databases and virtual hosts', async () => {
    await site.follow('Database and broker')
  })

  it('configures the controller', async () => {
    await site.follow('Configuration of the controller')
  })

  it('starts a unit for each role on the controller, and every API answers through the balancer', async () => {
    await site.follow('First start')
    await everyApiAnswers()
    await site
      .machine('controller')
      .run('! command -v systemd-analyze || systemd-analyze verify nimbo@nova-api.service')
  })

  it('adds two compute hosts, which are discovered', async () => {
    const said = await site.follow('A compute host')
    assert.match(said, /compute1/)
    assert.match(said, /compute2/)
  })

  it('builds a first server, and the audit finds nothing', async () => {
    const said = await site.follow('A first server')
    for (const host of ['compute1', 'compute2'])
      assert.match(said, new RegExp(`nova-compute +\\| ${host} +\\| nova +\\| enabled +\\| up`))
    assert.match(said, /Nothing is left over/)
  })

  it('leads to a cloud that builds a server on each host', async () => {
    for (const host of ['compute1', 'compute2']) {
      await nimbo(
        'compute1',
        `server create --image debian --flavor small --network net --availability-zone nova:${host} --wait on-${host}`,
      )
      const shown = JSON.parse(await nimbo('compute1', `server show on-${host} -f json`))
      assert.equal(shown['OS-EXT-SRV-ATTR:host'], host)
    }
  })

  it('starts the console proxies', async () => {
    await site.follow('Consoles')
    const { run } = site.machine('compute1')
    await eventually(() => run('curl -sSf http://192.0.2.10:6080/vnc_lite.html'))
  })

  it('adds a second controller, which serves all APIs when roles of the first are stopped', async () => {
    await site.follow('A second controller')
    const { run } = site.machine('controller')
    await run(
      'systemctl stop nimbo@keystone nimbo@placement-api nimbo@neutron-server nimbo@nova-api nimbo@nova-scheduler nimbo@nova-conductor',
    )
    await everyApiAnswers()
    await nimbo('compute2', 'server create --image debian --flavor small --network net --wait second')
    const servers = JSON.parse(await nimbo('compute2', 'server list -f json'))
    assert.deepEqual(
      servers.map((server: Record<string, string>) => server.Status),
      Array(4).fill('ACTIVE'),
    )
  })

  it('leads to a cloud that deletes all servers, after which the audit finds nothing', async () => {
    await nimbo('controller2', 'server delete --wait first on-compute1 on-compute2 second')
    const said = await site.machine('controller2').run('cd /opt/nimbo; ./nimbo manage audit')
    assert.match(said, /Looked at 2 cells, 2 hosts, 0 servers.*\nNothing is left over\.\n$/)
  })

  it('leaves no section of the guide out', () => {
    assert.deepEqual(site.unfollowed(), [])
  })
})
