import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { given, ownProject } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { type Static, type TSchema, Type } from 'typebox'
import { strictFrom275, text } from './query.ts'
import { BooleanLike } from './words.ts'

/** The names of limits, by version. */
const lasting = ['instances', 'cores', 'ram', 'metadata_items', 'key_pairs'] as const
const ofGroups = ['server_groups', 'server_group_members'] as const
const injected = ['injected_files', 'injected_file_content_bytes', 'injected_file_path_bytes'] as const
/** Removed in 2.36 (quota classes 2.50); before, stored and shown without effect. */
const ofNetwork = ['fixed_ips', 'floating_ips', 'security_groups', 'security_group_rules'] as const

const each = <const Name extends string, Schema extends TSchema>(
  names: readonly Name[],
  schema: Schema,
): Readonly<Record<Name, Schema>> =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

const limitsOf = <Schema extends TSchema>(schema: Schema, networkUntil: string) => ({
  ...each([...lasting, ...ofGroups], schema),
  ...each(injected, before('2.57', schema)),
  ...each(ofNetwork, before(networkUntil, schema)),
})

const most = 2_147_483_647
const Limit = Type.Optional(
  Type.Union([Type.Integer({ minimum: -1, maximum: most }), Type.String({ pattern: '^-?[0-9]+$' })]),
)
const Detail = view({ limit: Type.Integer(), in_use: Type.Integer(), reserved: Type.Integer() })

const QuotaSet = view(limitsOf(Type.Integer(), '2.36'))
const ProjectQuotaSet = view({ id: Type.String(), ...QuotaSet.properties })
const QuotaDetails = view({ id: Type.String(), ...limitsOf(Detail, '2.36') })
export type LimitsView = Static<typeof QuotaSet>
export type LimitName = keyof LimitsView

const path = '/os-quota-sets/{tenant_id}'
const query = strictFrom275({ user_id: text })

/** Policy rules about quotas check the project in the path. */
const project = { on: given, query } as const

export const showQuotas = operation({
  ...project,
  id: 'quotas.show',
  method: 'GET',
  path,
  summary: 'Show the quotas of a project, or of a user within it',
  rule: 'os_compute_api:os-quota-sets:show',
  replies: { 200: view({ quota_set: ProjectQuotaSet }) },
})

export const showDefaultQuotas = operation({
  ...project,
  id: 'quotas.defaults',
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}/defaults',
  summary: 'Show the quotas of projects that have none of their own',
  rule: 'os_compute_api:os-quota-sets:defaults',
  replies: { 200: view({ quota_set: ProjectQuotaSet }) },
})

export const showQuotaDetails = operation({
  ...project,
  id: 'quotas.detail',
  method: 'GET',
  path: '/os-quota-sets/{tenant_id}/detail',
  summary: 'Show the quotas of a project or of a user within it, and what it or the user uses',
  rule: 'os_compute_api:os-quota-sets:detail',
  replies: { 200: view({ quota_set: QuotaDetails }) },
})

const quotaBody = {
  ...limitsOf(Limit, '2.36'),
  networks: before('2.36', Limit),
  force: Type.Optional(BooleanLike),
}

export const updateQuotas = operation({
  ...project,
  id: 'quotas.update',
  method: 'PUT',
  path,
  summary: 'Set quotas of a project, or of a user within it',
  rule: 'os_compute_api:os-quota-sets:update',
  body: Type.Object({ quota_set: Type.Object(quotaBody, exact) }, exact),
  replies: { 200: view({ quota_set: QuotaSet }) },
})

export const resetQuotas = operation({
  ...project,
  id: 'quotas.delete',
  method: 'DELETE',
  path,
  summary: 'Give a project and its users the default quotas, or one user those of the project',
  rule: 'os_compute_api:os-quota-sets:delete',
  replies: { 202: empty },
})

/** Quota classes got server groups in 2.50, and lost network resources only then. */
const QuotaClass = view({
  ...limitsOf(Type.Integer(), '2.50'),
  ...each(ofGroups, since('2.50', Type.Integer())),
})
export type QuotaClassView = Static<typeof QuotaClass>
const classPath = '/os-quota-class-sets/{id}'

export const showQuotaClass = operation({
  id: 'quota-classes.show',
  method: 'GET',
  path: classPath,
  summary: 'Show the quotas of a class',
  rule: 'os_compute_api:os-quota-class-sets:show',
  on: ownProject,
  replies: { 200: view({ quota_class_set: view({ id: Type.String(), ...QuotaClass.properties }) }) },
})

export const updateQuotaClass = operation({
  id: 'quota-classes.update',
  method: 'PUT',
  path: classPath,
  summary: 'Set quotas of a class',
  rule: 'os_compute_api:os-quota-class-sets:update',
  on: ownProject,
  body: Type.Object(
    {
      quota_class_set: Type.Object({ ...limitsOf(Limit, '2.50'), networks: before('2.50', Limit) }, exact),
    },
    exact,
  ),
  replies: { 200: view({ quota_class_set: QuotaClass }) },
})

const amount = Type.Integer()
const AbsoluteLimits = view({
  maxTotalInstances: amount,
  maxTotalCores: amount,
  maxTotalRAMSize: amount,
  maxServerMeta: amount,
  maxTotalKeypairs: amount,
  maxServerGroups: amount,
  maxServerGroupMembers: amount,
  totalInstancesUsed: amount,
  totalCoresUsed: amount,
  totalRAMUsed: amount,
  totalServerGroupsUsed: amount,
  maxPersonality: before('2.57', amount),
  maxPersonalitySize: before('2.57', amount),
  maxImageMeta: before('2.39', amount),
  maxSecurityGroups: before('2.36', amount),
  maxSecurityGroupRules: before('2.36', amount),
  maxTotalFloatingIps: before('2.36', amount),
  totalFloatingIpsUsed: before('2.36', amount),
  totalSecurityGroupsUsed: before('2.36', amount),
})
export type AbsoluteLimitsView = Static<typeof AbsoluteLimits>

export const showLimits = operation({
  id: 'limits.show',
  method: 'GET',
  path: '/limits',
  summary: 'Show what a project may have, and has',
  rule: 'os_compute_api:limits',
  on: ownProject,
  mayAsk: ['os_compute_api:limits:other_project'],
  query: strictFrom275({ tenant_id: text, reserved: text }),
  replies: { 200: view({ limits: view({ rate: Type.Array(Type.Unknown()), absolute: AbsoluteLimits }) }) },
})
