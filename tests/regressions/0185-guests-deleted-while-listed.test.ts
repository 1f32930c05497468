import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { libvirtDomains } from '@nimbo/hypervisor-libvirt/domains'
import type { Session } from '@nimbo/hypervisor-libvirt/session'
import { systemClock } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { decodeError, errorBody, errorCodes } from '@nimbo/libvirt/errors'
import { domainStates } from '@nimbo/libvirt/flags'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { encode } from '@nimbo/libvirt/xdr'
import { serverPaths } from '@nimbo/local-guests/server-paths'

const instancesDir = '/var/lib/instances'

const domainOf = (uuid: string) => ({ name: `instance-${uuid}`, uuid, id: 1 })

const noDomain = decodeError(
  encode(errorBody, {
    ...{ code: errorCodes.noDomain, domain: 10, level: 2, dom: null, int1: 0, int2: 0, net: null },
    ...{ message: 'Domain not found', str1: null, str2: null, str3: null },
  }),
)

/** Tempest deletes servers all the time: the report of a host failed, and with it the state of every other guest. */
test('libvirt: a guest that is deleted while guests are listed is left out, and the others are listed', async () => {
  const stays = domainOf(newId())
  const leaves = domainOf(newId())
  const answers = new Map<unknown, (args: unknown) => unknown>([
    [procedures.connectListAllDomains, () => ({ domains: [leaves, stays], ret: 2 })],
    [procedures.domainGetState, () => ({ state: domainStates.running, reason: 0 })],
    [
      procedures.domainGetXmlDesc,
      (args) => {
        if (JSON.stringify(args).includes(leaves.uuid)) throw noDomain
        return { xml: `<domain><log file='${serverPaths(instancesDir, stays.uuid).consoleLog}'/></domain>` }
      },
    ],
  ])
  const session: Session = {
    connection: () => Promise.reject(new Error('only calls are made')),
    call: async <A, R>(procedure: Procedure<A, R>, args: A) => answers.get(procedure)?.(args) as R,
    close: async () => {},
  }
  assert.deepEqual(await libvirtDomains(session, systemClock, instancesDir).list(), [
    { id: stays.uuid, power: powerStates.running },
  ])
})
