import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachInterface } from '@nimbo/contracts/compute/actions/attach-interface'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { cell1Id, story } from '../../../test/compute-story.ts'
import { instances } from '../../db/servers/instances.ts'
import type { ServerInterface } from '../../domain/networks/network-info.ts'
import { beginAction } from './begin-action.ts'

const port = (portId: string, floatingIps: readonly string[] = []): ServerInterface => ({
  ...{ portId, networkId: 'net-1', networkName: 'private', macAddress: 'fa:16:3e:00:00:01' },
  addresses: [{ address: '10.0.0.5', version: 4, floatingIps }],
  ...{ securityGroupIds: [], preexisting: false },
})

test(
  'an interface is not recorded beside what others are no longer like',
  story(async ({ addServer, deps }) => {
    const cell = instances(await deps.databases.cell(cell1Id), deps.clock)
    const { id } = await addServer({ networkInfo: [port('a')] })
    const server = await cell.find(id)
    assert.ok(server)
    const ctx = { ...internalContext(), projectId: server.projectId }
    const shown = [port('a', ['203.0.113.7'])]
    await cell.update(id, { networkInfo: shown })
    const begun = beginAction(deps)(
      ctx,
      { server, cellId: cell1Id },
      {
        action: attachInterface,
        order: { kind: 'attach-interface', portId: 'b', preexisting: true },
        changes: { networkInfo: [...server.networkInfo, port('b')] },
      },
    )
    await assert.rejects(begun, (error) => isFault(error, 'WrongState') && error.details.state === 'None')
    assert.deepEqual((await cell.find(id))?.networkInfo, shown)
  }),
)
