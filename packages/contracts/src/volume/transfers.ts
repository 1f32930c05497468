import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since as from } from '@nimbo/operation/windows'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified, owned, timed } from '@nimbo/resource/describe/standard-attributes'
import { boolean, orNull, text as words } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { allFrom, Links, NextLink, OptionalText, paging, strict, text, Uuid } from './words.ts'

const hidden = { filter: false, sort: false } as const

/** An offer to transfer a volume to whoever has the key. */
export const transfer = resource('transfer', 'volume_transfers', {
  ...identified,
  ...owned,
  ...timed,
  volume_id: attribute(words(), {}),
  name: attribute(orNull(words()), {}),
  /** Whether snapshots are excluded. */
  no_snapshots: attribute(boolean, {}),
  /** The key is stored hashed with this salt. */
  salt: attribute(words(), hidden),
  key_hash: attribute(words(), hidden),
})
export type Transfer = Of<typeof transfer>

const summary = {
  id: Uuid,
  name: nullable(Type.String()),
  volume_id: Uuid,
  links: Links,
}
const Summary = view(summary)
const whole = {
  ...summary,
  created_at: Type.String(),
  no_snapshots: from('3.55', Type.Boolean()),
  source_project_id: from('3.57', Type.String()),
  destination_project_id: from('3.57', nullable(Type.String())),
  accepted: from('3.57', Type.Boolean()),
}
const Whole = view(whole)
export type TransferView = Static<typeof Whole>

const { limit, offset, all_tenants, ...ordered } = paging
const query = Type.Object({
  ...{ limit, offset, all_tenants, name: text, volume_id: text },
  ...allFrom('3.59', ordered),
})
const on = found('transfer')
const errors = ['TransferNotFound']

/** The operations below one of the two paths. */
const operationsAt = <const Path extends string>(
  path: Path,
  name: string,
  window: { readonly since?: string },
) => {
  const listTransfers = operation({
    ...window,
    id: `${name}.list`,
    method: 'GET',
    path,
    summary: 'List offers of volumes',
    rule: 'volume:get_all_transfers',
    on: ownProject,
    query,
    replies: { 200: view({ transfers: Type.Array(Summary), transfers_links: NextLink }) },
  })
  const one = `${path}/{transfer_id}` as const
  return {
    list: listTransfers,
    listInFull: operation({
      ...listTransfers,
      id: `${name}.list_detail`,
      path: `${path}/detail` as const,
      summary: 'List offers of volumes, with details',
      replies: { 200: view({ transfers: Type.Array(Whole), transfers_links: NextLink }) },
    }),
    create: operation({
      ...window,
      id: `${name}.create`,
      method: 'POST',
      path,
      summary: 'Offer a volume to whoever gets the key',
      rule: 'volume:create_transfer',
      on: ownProject,
      body: strict({
        transfer: strict({
          volume_id: Uuid,
          name: OptionalText,
          no_snapshots: Type.Optional(from('3.55', Type.Union([Type.Boolean(), Type.String()]))),
        }),
      }),
      replies: { 202: view({ transfer: view({ ...whole, auth_key: Type.String() }) }) },
      errors: ['VolumeNotFound', 'InvalidVolume', 'InvalidSnapshot'],
    }),
    show: operation({
      ...window,
      id: `${name}.show`,
      method: 'GET',
      path: one,
      summary: 'Show an offer of a volume',
      rule: 'volume:get_transfer',
      on,
      replies: { 200: view({ transfer: Whole }) },
      errors,
    }),
    remove: operation({
      ...window,
      id: `${name}.delete`,
      method: 'DELETE',
      path: one,
      summary: 'Take back an offer of a volume',
      rule: 'volume:delete_transfer',
      on,
      replies: { 202: empty },
      errors,
    }),
    accept: operation({
      ...window,
      id: `${name}.accept`,
      method: 'POST',
      path: `${path}/{transfer_id}/accept` as const,
      summary: 'Take an offered volume',
      rule: 'volume:accept_transfer',
      on: ownProject,
      body: strict({ accept: strict({ auth_key: Type.String({ minLength: 1, maxLength: 255 }) }) }),
      replies: { 202: view({ transfer: Summary }) },
      errors: [...errors, 'InvalidAuthKey', 'VolumeLimitExceeded', 'VolumeSizeExceedsAvailableQuota'],
    }),
  }
}

/** The form before 3.55, without snapshots. */
export const olderTransfers = operationsAt('/os-volume-transfer', 'older_transfers', {})
export const transfers = operationsAt('/volume-transfers', 'transfers', { since: '3.55' })
