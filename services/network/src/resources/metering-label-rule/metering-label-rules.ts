import { type MeteringLabelRule, meteringLabelRule } from '@nimbo/contracts/network/metering-label'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { intersects } from '@nimbo/ip/prefix-set'
import { versionOf } from '@nimbo/ip/ip'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Inside } from '../../app/deps.ts'
import { errors as general } from '../../errors.ts'

export const errors = defineErrors({
  MeteringLabelRuleNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Metering label rule '${id}' does not exist.`,
  ),
  MeteringLabelRuleOverlaps: fault<{ prefix: string }>(
    'conflict',
    ({ prefix }) => `Metering label rule with remote_ip_prefix '${prefix}' overlaps another.`,
  ),
})

export const meteringLabelRules = repository(meteringLabelRule, {
  visibleTo: (projectId) =>
    sql<SqlBool>`metering_label_rules.metering_label_id in (
      select id from metering_labels where project_id = ${projectId})`,
})

/** Throws unless the rule has exactly one prefix attribute, and no other rule of the label overlaps it. */
export const checkRule = async ({ db }: Inside, rule: MeteringLabelRule): Promise<void> => {
  const { remote_ip_prefix: remote, source_ip_prefix: source, destination_ip_prefix: destination } = rule
  const ends = source ?? destination
  if (remote === null && ends === null)
    throw general.HTTPBadRequest({
      reason: 'You must define at least one of remote_ip_prefix, source_ip_prefix and destination_ip_prefix.',
    })
  if (remote !== null && ends !== null)
    throw general.HTTPBadRequest({
      reason: 'Cannot use remote_ip_prefix together with source_ip_prefix or destination_ip_prefix.',
    })
  if (remote === null) return
  const others = await meteringLabelRules.list(db, 'all', {
    metering_label_id: [rule.metering_label_id],
    direction: [rule.direction],
  })
  for (const { id, remote_ip_prefix: other } of others)
    if (
      id !== rule.id &&
      other !== null &&
      versionOf(other) === versionOf(remote) &&
      intersects([other], [remote])
    )
      throw errors.MeteringLabelRuleOverlaps({ prefix: remote })
}
