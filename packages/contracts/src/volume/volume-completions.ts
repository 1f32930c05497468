import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { accepted, action } from './volume-actions.ts'
import { FlagLike, strict, Uuid } from './words.ts'

export const completeExtension = operation({
  ...action('os-extend_volume_completion'),
  id: 'volumes.extend_completion',
  since: '3.71',
  summary: 'Say that a server has grown a volume, or could not',
  rule: 'volume_extension:volume_admin_actions:extend_volume_completion',
  body: strict({ 'os-extend_volume_completion': strict({ error: Type.Optional(FlagLike) }) }),
  replies: accepted,
})

export const completeMigration = operation({
  ...action('os-migrate_volume_completion'),
  id: 'volumes.migrate_completion',
  summary: 'Say that servers have gone over from a volume to another one',
  rule: 'volume_extension:volume_admin_actions:migrate_volume_completion',
  body: strict({
    'os-migrate_volume_completion': strict({ new_volume: Uuid, error: Type.Optional(FlagLike) }),
  }),
  replies: { 202: view({ save_volume_id: Type.String() }) },
})
