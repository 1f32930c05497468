import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { censusOf } from './census.ts'
import { findAll } from './checks/all-checks.ts'
import type { Picture } from './picture.ts'
import { samplePicture } from './sample-picture.testing.ts'

const empty: Picture = { ...samplePicture, cells: ['one', 'two'] }

/** Something of a server in every service and on a host, and no row of the server itself. */
const leftOf = (serverId: string): Partial<Picture> => ({
  allocations: [{ consumerId: serverId, providerId: 'p', rootProviderId: 'p' }],
  ports: [{ id: 'port', deviceId: serverId, boundTo: 'a' }],
  attachments: [{ id: 'attachment', volume_id: 'v', instance: serverId, status: 'attached' }],
  groupMembers: [{ groupId: 'g', serverId }],
  requestSpecs: [serverId],
  bootVolumes: [{ id: 'v', serverId, known: false }],
  hosts: [{ host: 'a', cellId: 'one', domains: [serverId], directories: [serverId] }],
})

const mappedTo = (cellId: string) => ({
  mappings: [{ serverId: 's', cellId, queuedForDelete: false }],
})

const secondCellMissing: Partial<Picture> = {
  cells: ['one'],
  gaps: [{ type: 'cell', name: 'two', reason: 'it is down' }],
}

const kindsIn = (picture: Partial<Picture>): readonly string[] =>
  findAll(censusOf({ ...empty, ...picture }))
    .map(({ kind }) => kind)
    .sort()

describe('a cell that gives no answer', () => {
  it('keeps what belongs to servers mapped to it out of the findings', () => {
    assert.deepEqual(kindsIn({ ...leftOf('s'), ...mappedTo('two'), ...secondCellMissing }), [])
  })

  it('keeps what belongs to servers without a mapping out of them too, for it may have those', () => {
    assert.deepEqual(kindsIn({ ...leftOf('s'), ...secondCellMissing }), [])
  })

  it('does not hide what is left of servers of other cells', () => {
    assert.deepEqual(kindsIn({ ...leftOf('s'), ...mappedTo('one'), ...secondCellMissing }), [
      'allocation-without-server',
      'attachment-without-server',
      'domain-without-server',
      'group-member-without-server',
      'mapping-without-server',
      'port-without-server',
      'volume-of-failed-boot',
    ])
  })

  it('is no matter where all cells answer: then a server without a mapping is gone', () => {
    assert.deepEqual(kindsIn(leftOf('s')), [
      'allocation-without-server',
      'attachment-without-server',
      'domain-unknown',
      'group-member-without-server',
      'port-without-server',
      'request-spec-without-server',
      'volume-of-failed-boot',
    ])
  })
})

describe('a service that gives no answer', () => {
  it('is not taken for one that holds nothing', () => {
    const server = {
      id: 's',
      cellId: 'one',
      host: 'a',
      node: 'a',
      vmState: 'active',
      taskState: null,
      portIds: [],
    } as const
    const seen = {
      ...{ servers: [server], ...mappedTo('one') },
      disks: [
        { id: 'd', cellId: 'one', serverId: 's', volumeId: 'v', attachmentId: 'x', sourceType: 'volume' },
      ],
    }
    assert.deepEqual(kindsIn(seen), ['disk-without-attachment', 'server-without-allocation'])
    const gaps = ['placement', 'volume'].map((name) => ({ type: 'service' as const, name, reason: 'down' }))
    assert.deepEqual(kindsIn({ ...seen, gaps }), [])
  })
})
