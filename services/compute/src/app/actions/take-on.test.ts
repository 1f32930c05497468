import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachInterface } from '@nimbo/contracts/compute/actions/attach-interface'
import { migrate } from '@nimbo/contracts/compute/actions/migrate'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { cell1Id, imageId, story } from '../../../test/compute-story.ts'
import { instances } from '../../db/servers/instances.ts'
import type { ServerInterface } from '../../domain/networks/network-info.ts'
import { beginResize } from '../moves/begin-resize.ts'
import { evacuateServer } from '../moves/evacuate-server.ts'
import { beginAction } from './begin-action.ts'
import { rebuildServer } from './rebuild.ts'

const port = (portId: string, floatingIps: readonly string[] = []): ServerInterface => ({
  ...{ portId, networkId: 'net-1', networkName: 'private', macAddress: 'fa:16:3e:00:00:01' },
  addresses: [{ address: '10.0.0.5', version: 4, floatingIps }],
  ...{ securityGroupIds: [], preexisting: false },
})

test(
  'attaching an interface fails with a conflict if the server’s interfaces changed since they were read',
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

test(
  'resize, evacuate and rebuild are refused if the server was stopped after it was read as running',
  story(async ({ addServer, deps }) => {
    const cell = instances(await deps.databases.cell(cell1Id), deps.clock)
    const { id } = await addServer()
    const server = await cell.find(id)
    assert.ok(server?.host && server.node)
    const ctx = { ...internalContext(), projectId: server.projectId }
    const located = { server, cellId: cell1Id }
    const place = { host: server.host, node: server.node, availabilityZone: null, flavor: server.flavor }
    await cell.update(id, { vmState: 'stopped' })
    const asked = [
      () =>
        beginResize(deps)(
          ctx,
          { ...located, place },
          { action: migrate, type: 'migration', flavor: server.flavor, ignoreHosts: [] },
        ),
      () => evacuateServer(deps)(ctx, located, { staysOff: false, forced: false }),
      () =>
        rebuildServer(deps)(ctx, located, {
          ...{ request: { imageRef: imageId }, enforce: () => {}, reimages: true },
        }),
    ]
    for (const ask of asked) await assert.rejects(ask, (error) => isFault(error, 'WrongState'))
    const { vmState, taskState } = (await cell.find(id)) ?? {}
    assert.deepEqual([vmState, taskState], ['stopped', null])
  }),
)
