import assert from 'node:assert/strict'
import { confirmResize } from '@nimbo/compute/flows/confirm-resize/confirm-resize'
import { evacuateServer } from '@nimbo/compute/flows/evacuate-server/evacuate-server'
import { liveMigrateServer } from '@nimbo/compute/flows/live-migrate-server/live-migrate-server'
import { offloadServer } from '@nimbo/compute/flows/offload-server/offload-server'
import { resizeServer } from '@nimbo/compute/flows/resize-server/resize-server'
import { revertResize } from '@nimbo/compute/flows/revert-resize/revert-resize'
import { unshelveServer } from '@nimbo/compute/flows/unshelve-server/unshelve-server'
import { showServer } from '@nimbo/testkit/servers'
import type { FaultCloud } from './fault-cloud.ts'
import { keepingCloud } from './keeping-cloud.ts'
import type { Asked, Move, Place } from './move.ts'
import { onHosts, request, spans, stepsOf } from './places.ts'
import { action, confirm, resize, shelve, unshelve } from './server-requests.ts'

const revert = action({ revertResize: null }, 'ACTIVE', 'VERIFY_RESIZE')
const migrate = action({ migrate: null }, 'VERIFY_RESIZE', 'ACTIVE')
const migrateLive = action({ 'os-migrateLive': { block_migration: 'auto', host: null } }, 'ACTIVE')
/** An evacuated server stays shut off on its new host. */
const evacuate: Asked = { ...action({ evacuate: {} }, 'SHUTOFF', 'ACTIVE'), answers: 200 }
const shelveHere = action({ shelve: null }, 'SHELVED', 'ACTIVE')
const offload = action({ shelveOffload: null }, 'SHELVED_OFFLOADED', 'SHELVED')

/** Forces the host of a server down although it runs: it removes what it still has of the server once it is no longer forced down. */
const hostIsToldDown = async ({ admin }: FaultCloud, id: string): Promise<() => Promise<void>> => {
  const { 'OS-EXT-SRV-ATTR:host': host } = await showServer(admin, id)
  const { body } = await admin.compute.get(`/os-services?binary=nova-compute&host=${host}`)
  const tell = async (forced_down: boolean): Promise<void> => {
    const { status } = await admin.compute.put(`/os-services/${body.services[0].id}`, { forced_down })
    assert.equal(status, 200)
  }
  await tell(true)
  return () => tell(false)
}

const selecting = spans('select-destinations')
const resizing = [...stepsOf(resizeServer), ...selecting, ...onHosts('claim-room', 'set-aside', 'take-over')]

/** Places of a flow that another flow starts within the same trace. */
const following = (places: readonly Place[], span: string): readonly Place[] =>
  places.map((place): Place => [{ name: span }, ...place])

/** Operations that move a server to another host, or off its host. */
export const moves: readonly Move[] = [
  {
    ...{ fault: 'kill resizing', before: [], asked: resize },
    places: [request('servers.resize'), ...resizing],
  },
  {
    ...{ fault: 'kill migrating', before: [], asked: migrate },
    places: [request('servers.migrate'), ...resizing],
  },
  {
    ...{ fault: 'kill confirming', before: [resize], asked: confirm },
    places: [request('servers.confirm-resize'), ...stepsOf(confirmResize), ...onHosts('forget')],
  },
  {
    ...{ fault: 'kill reverting', before: [resize], asked: revert },
    places: [
      ...[request('servers.revert-resize'), ...stepsOf(revertResize)],
      ...onHosts('abandon', 'bring-back'),
    ],
  },
  {
    ...{ fault: 'kill shelving', before: [], asked: shelve },
    places: [
      ...[request('servers.shelve'), ...spans('perform', 'operate-shelve')],
      ...following(stepsOf(offloadServer), 'perform'),
    ],
  },
  {
    ...{ fault: 'kill unshelving', before: [shelve], asked: unshelve },
    places: [
      ...[request('servers.unshelve'), ...stepsOf(unshelveServer), ...selecting],
      ...onHosts('take-over'),
    ],
  },
  {
    ...{ fault: 'kill migrating live', before: [], asked: migrateLive },
    places: [
      ...[request('servers.live-migrate'), ...stepsOf(liveMigrateServer), ...selecting],
      ...onHosts('check-landing', 'check-departure', 'receive', 'depart', 'land', 'vacate'),
    ],
  },
  {
    ...{ fault: 'kill evacuating', before: [], asked: evacuate, since: hostIsToldDown },
    places: [
      ...[request('servers.evacuate'), ...stepsOf(evacuateServer), ...selecting],
      ...onHosts('take-over'),
    ],
  },
  {
    ...{ fault: 'kill offloading', before: [shelveHere], asked: offload, novaConf: keepingCloud },
    places: [...[request('servers.shelve-offload'), ...stepsOf(offloadServer)], ...spans('terminate-server')],
  },
]
