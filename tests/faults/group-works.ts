import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import { conclusion, onHost, ownSteps, requested } from './volume-places.ts'
import { groupOf, groupOrder, type Kind, listed } from './volume-things.ts'
import type { VolumeWork } from './volume-work.ts'

/** Fails unless the request, if it was accepted, made all `more` members; one that was not accepted may have made all or none. */
const membersAreMade =
  (kind: Kind, before: number, more: number): NonNullable<VolumeWork['elsewhere']> =>
  async (admin: Client, _, accepted) =>
    eventually(
      async () => {
        const found = await listed(admin, kind)
        const isWhole = found.length === before + more || (!accepted && found.length === before)
        assert.ok(isWhole, `${found.length} of the kind ${kind}`)
        for (const { status } of found) assert.equal(status, 'available')
      },
      { withinMs: 120_000, everyMs: 100 },
    )

/** Requests about groups of volumes. */
export const groupWorks: readonly VolumeWork[] = [
  {
    ...{ fault: 'kill making a group', makes: 'group' },
    places: [requested('groups.create'), ...ownSteps('choose-host'), conclusion],
    ask: async (admin, { name }, headers) =>
      admin.volume.post('/v3/groups', { group: await groupOrder(admin, name) }, headers),
  },
  {
    ...{ fault: 'kill copying a group', makes: 'group', before: groupOf },
    elsewhere: membersAreMade('volume', 2, 2),
    places: [requested('groups.create_from_src'), ...onHost('createVolume'), conclusion],
    ask: ({ volume }, { other, name }, headers) => {
      const copied = { 'create-from-src': { source_group_id: other, name } }
      return volume.post('/v3/groups/action', copied, headers)
    },
  },
  {
    ...{ fault: 'kill taking a snapshot of a group', makes: 'group_snapshot', before: groupOf },
    elsewhere: membersAreMade('snapshot', 0, 2),
    places: [requested('group_snapshots.create'), ...onHost('createSnapshot'), conclusion],
    ask: ({ volume }, { other, name }, headers) =>
      volume.post('/v3/group_snapshots', { group_snapshot: { group_id: other, name } }, headers),
  },
]
