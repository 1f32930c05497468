import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { XdrReader } from '@nimbo/libvirt/xdr-reader'
import { attachesDevices } from './devices.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import { bridgedVif, serverId } from './order.testing.ts'

const domain = { name: 'guest', uuid: serverId, id: 1 }

/** The model of the interface that a server gets, which is off and has none yet. */
const modelAttached = async (model?: string): Promise<string | undefined> => {
  const host = hostWithoutLibvirt('/nowhere', 'here')
  const attached: unknown[] = []
  const devices = attachesDevices({
    ...host,
    session: {
      ...host.session,
      call: async <A, R>(procedure: Procedure<A, R>, args: A): Promise<R> => {
        const called: unknown = procedure
        assert.equal(called, procedures.domainAttachDeviceFlags)
        attached.push(args)
        return procedure.result.read(new XdrReader(Buffer.alloc(0)))
      },
    },
    domains: {
      ...host.domains,
      get: async () => domain,
      power: async () => powerStates.shutdown,
      xml: async () => '<domain><devices/></domain>',
    },
  })
  const imageProperties = model === undefined ? {} : { hw_vif_model: model }
  const hardware = { ...{ vcpus: 1, extraSpecs: {} }, imageProperties }
  await devices.attachInterface(serverId, { ...bridgedVif, type: 'fake' }, hardware)
  return /<model type='(\w+)'/.exec(JSON.stringify(attached))?.[1]
}

test('an interface that is attached later has the model that the image names', async () => {
  assert.equal(await modelAttached('e1000'), 'e1000')
  assert.equal(await modelAttached(), 'virtio')
})
