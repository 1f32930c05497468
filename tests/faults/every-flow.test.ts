import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as flowKinds from '@nimbo/compute/domain/flow-kinds'
import { hostActions } from '@nimbo/contracts/compute/actions/server-actions'
import { movePart } from '@nimbo/contracts/compute-rpc/move'
import { everyDeletion } from './kill-while-deleting.ts'
import { embeddedMatrix, serverWorks } from './matrix.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const works = [...serverWorks, ...everyDeletion]
const placesOf = new Set(works.flatMap(({ places }) => places.map((path) => path.at(-1)?.name)))
const faults = new Set(embeddedMatrix.map(({ fault }) => fault))

/** Parts of moves that only a rollback performs, which follows a kill at another place. */
const onlyUndone = ['release-room', 'stay']

/** For each flow of compute, a fault of the matrix that kills processes in it. */
const flowsOfCompute: Readonly<Record<string, string>> = {
  'boot-server': 'kill',
  'operate-server': 'kill pausing',
  'delete-server': 'kill deleting',
  'resize-server': 'kill resizing',
  'confirm-resize': 'kill confirming',
  'revert-resize': 'kill reverting',
  'offload-server': 'kill offloading',
  'unshelve-server': 'kill unshelving',
  'evacuate-server': 'kill evacuating',
  'live-migrate-server': 'kill migrating live',
  'withdraw-request': 'kill attaching a network',
  'thaw-server': 'kill making an image of a volume',
}

/** The same for the flows of other services. */
const otherFlows: Readonly<Record<string, string>> = {
  'import-image': 'kill importing an image',
  'copy-image': 'kill copying an image',
  'copy-from-address': 'kill copying an image from an address',
  'add-image-location': 'kill adding a location to an image',
  'create-volume': 'kill making a volume',
  'extend-volume': 'kill extending a volume',
  'create-snapshot': 'kill taking a snapshot',
  'make-backup': 'kill backing a volume up',
  'restore-backup': 'kill restoring a volume',
  'move-volume': 'kill migrating a volume',
  'move-attached-volume': 'kill swapping a volume',
  'revert-volume': 'kill reverting a volume',
  'upload-image': 'kill uploading a volume',
  'delete-volume': 'kill deleting a volume',
  'delete-snapshot': 'kill deleting a snapshot',
  'drop-backup': 'kill deleting a backup',
  'import-backup': 'kill importing a backup',
  'reimage-volume': 'kill reimaging a volume',
  'create-group': 'kill making a group',
  'create-group-from-source': 'kill copying a group',
  'delete-group': 'kill deleting a group',
  'create-group-snapshot': 'kill taking a snapshot of a group',
  'delete-group-snapshot': 'kill deleting a snapshot of a group',
  'manage-volume': 'kill managing a volume',
  'manage-snapshot': 'kill managing a snapshot',
  'unmanage-volume': 'kill unmanaging a volume',
  'unmanage-snapshot': 'kill unmanaging a snapshot',
}

/** The names of all flows, as the code of the services defines them. */
const flowNames = async (): Promise<readonly string[]> => {
  const names: string[] = []
  for await (const path of glob('services/*/src/**/*.ts', { cwd: root })) {
    if (path.endsWith('.test.ts') || path.endsWith('.testing.ts')) continue
    const text = await readFile(`${root}/${path}`, 'utf8')
    names.push(...[...text.matchAll(/\bflow<\w+>\(\s*'([\w-]+)'/g)].flatMap(([, name]) => name ?? []))
  }
  return names
}

describe('the fault matrix', () => {
  it('kills a process in every action that hosts perform on servers', () => {
    const unknown = Object.keys(hostActions).filter((kind) => !placesOf.has(`operate-${kind}`))
    assert.deepEqual(unknown, [], 'no case kills a host in these: add them to operations.ts')
  })

  it('kills a process in every part of a move', () => {
    const parts = movePart.anyOf.map(({ properties }) => properties.part.const)
    const unknown = parts.filter((part) => !placesOf.has(`move-${part}`) && !onlyUndone.includes(part))
    assert.deepEqual(unknown, [], 'no case kills a host in these: add them to moves.ts')
  })

  it('kills a process in every flow of compute', () => {
    const names = Object.values(flowKinds).flatMap((kind) => ('name' in kind ? kind.name : []))
    const unknown = names.filter((name) => !faults.has(flowsOfCompute[name] ?? ''))
    assert.deepEqual(unknown, [], 'no case goes through these')
  })

  it('kills a process in every flow of other services', async () => {
    const known = { ...otherFlows }
    const names = await flowNames()
    assert.ok(names.length > 0)
    const unknown = names.filter((name) => !faults.has(known[name] ?? ''))
    assert.deepEqual(unknown, [], 'no case goes through these')
  })
})
