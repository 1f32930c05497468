import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { censusOf } from './census.ts'
import { findAll } from './checks/all-checks.ts'
import type { Picture } from './picture.ts'
import { samplePicture } from './sample-picture.testing.ts'

const empty: Picture = { ...samplePicture, cells: ['one', 'two'] }

/** What a server can leave behind: something in every service and on a host, but no row of the server itself. */
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

describe('the audit of a cloud with two cells', () => {
  it('reports nothing that belongs to servers mapped to a cell that does not answer', () => {
    assert.deepEqual(kindsIn({ ...leftOf('s'), ...mappedTo('two'), ...secondCellMissing }), [])
  })

  it('reports nothing of servers without a mapping while a cell does not answer, as it may have them', () => {
    assert.deepEqual(kindsIn({ ...leftOf('s'), ...secondCellMissing }), [])
  })

  it('reports what is left of servers of one cell while the other does not answer', () => {
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

  it('reports what is left of servers without a mapping when all cells answer, as they are gone', () => {
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

describe('the audit when a service does not answer', () => {
  it('does not report the resources of that service as missing', () => {
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
