import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin, type Story, story } from './compute-story.ts'

const ask = ({ send }: Story, id: string, version: string, as = admin) =>
  send('GET', `/servers/${id}/diagnostics`, { version, as })

const counts = (octets: number) => ({ octets, packets: 2, errors: 0, drops: 1 })

const running = {
  powerState: 1,
  diagnostics: {
    driver: 'libvirt',
    hypervisor: 'kvm',
    hypervisorOs: 'linux',
    uptimeSeconds: null,
    memory: { maximumMb: 512, usedMb: 256 },
    cpus: [{ id: 0, timeNs: 17_300_000_000 }],
    nics: [{ device: 'tap1', macAddress: 'fa:16:3e:00:00:01', rx: counts(100), tx: counts(200) }],
    disks: [{ device: 'vda', readBytes: 10, readRequests: 1, writeBytes: 20, writeRequests: 2, errors: 0 }],
  },
}

test(
  'diagnostics have a standard form from 2.48 on, and before that keys named after the devices',
  story(async (it) => {
    const { id } = await it.addServer({ host: 'host-1', node: 'host-1', configDrive: true })
    it.around.diagnosed = running
    const { status, body } = await ask(it, id, '2.48')
    assert.equal(status, 200)
    assert.deepEqual(
      [body.config_drive, body.state, body.driver, body.hypervisor, body.uptime, body.num_cpus],
      [true, 'running', 'libvirt', 'kvm', null, 1],
    )
    assert.deepEqual(body.cpu_details, [{ id: 0, time: 17_300_000_000, utilisation: null }])
    assert.deepEqual(body.memory_details, { maximum: 512, used: 256 })
    assert.deepEqual(
      [body.nic_details[0].rx_octets, body.nic_details[0].tx_octets, body.nic_details[0].rx_drop],
      [100, 200, 1],
    )
    assert.equal(body.disk_details[0].write_bytes, 20)
    assert.deepEqual((await ask(it, id, '2.47')).body, {
      cpu0_time: 17_300_000_000,
      ...{ vda_read_req: 1, vda_read: 10, vda_write_req: 2, vda_write: 20, vda_errors: 0 },
      ...{ tap1_rx: 100, tap1_rx_errors: 0, tap1_rx_drop: 1, tap1_rx_packets: 2 },
      ...{ tap1_tx: 200, tap1_tx_errors: 0, tap1_tx_drop: 1, tap1_tx_packets: 2 },
      ...{ memory: 524_288, 'memory-actual': 262_144 },
    })
  }),
)

test(
  'diagnostics are refused for a guest that is off, for a server without a host, and to users',
  story(async (it) => {
    const { id } = await it.addServer({ host: 'host-1', node: 'host-1' })
    it.around.diagnosed = { powerState: 4 }
    const refused = await ask(it, id, '2.48')
    assert.deepEqual(
      [refused.status, refused.body.conflictingRequest.message],
      [409, `Cannot 'get_diagnostics' instance ${id} while it is in power state shutdown`],
    )
    const nowhere = await it.addServer({ host: null })
    assert.equal((await ask(it, nowhere.id, '2.1')).status, 409)
    assert.equal((await ask(it, id, '2.48', {})).status, 403)
  }),
)
